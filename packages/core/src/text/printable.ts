/**
 * What a terminal would act on or a reader could not see: controls, bidi and other invisible formatting,
 * line and paragraph separators, lone surrogates. The two joiners stay: emoji and many scripts need them.
 */
const unprintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Recorded text made safe to show on one line: what would move the cursor, colour the screen or reorder
 * the reading becomes a visible escape such as `\n` or `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => shortEscapes[character] ?? escapeOf(character))
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
