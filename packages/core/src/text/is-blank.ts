/** Letters, digits, marks of punctuation, symbols and private characters, without those that are drawn as nothing. */
const visible = /(?![\p{DI}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/** True for a text in which a reader sees nothing: blanks, controls, zero-width and bidi marks, tags, fillers. */
export function isBlank(text: string): boolean {
  return !visible.test(text)
}
