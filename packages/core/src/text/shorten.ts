import { codePointBoundary } from './code-point-boundary.ts'

/** Cuts a text to so many characters and says how many are left out. */
export function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text
  const end = codePointBoundary(text, characters)
  return `${text.slice(0, end)}… (${text.length - end} more characters)`
}
