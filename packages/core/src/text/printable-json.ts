/** Whatever JSON leaves as it is and {@link printable} would not; it can stand only inside of strings. */
const escapable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|#(?=\p{DI}*#[\p{DI}\w-]*\[)|(?<=section_(?:start|end)):(?=\d)/gu

/**
 * JSON that may be printed: it says exactly what the value says, and nothing in it acts on a terminal or, read as a line
 * of a log, is a command to a CI runner. No line of it begins with text.
 *
 * @param space as `JSON.stringify` takes it. @default all on one line
 */
export function printableJson(value: unknown, space?: number): string {
  return JSON.stringify(value, undefined, space).replace(escapable, (character) =>
    character === '\n' ? character : escapeOf(character),
  )
}

function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
