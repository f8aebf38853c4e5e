import { printableLines } from '@vitrial/core/text'

/** Codes that colour text or stress it. None hides it, and none moves the cursor. */
// oxlint-disable-next-line no-control-regex -- the code for colours begins with one
const colorCode = /(\u001b\[(?:[0-479]|2[2-479]|3[1-79]|9[0-7])?m)/

/**
 * The last door before a terminal, a log or a reporter: whatever was forgotten on the way, nothing in this text acts on
 * the terminal, and no line of it is a command to a CI runner.
 *
 * @param hasColors whether colours are Vitrial's or Vitest's own, and stay.
 */
export function shownText(text: string, hasColors: boolean): string {
  if (!hasColors) return printableLines(text)
  return text
    .split(colorCode)
    .map((piece, index) => (index % 2 === 1 ? piece : printableLines(piece)))
    .join('')
}
