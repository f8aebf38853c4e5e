/** What ends a quote, breaks a line, hides, or is a blank that cannot be told from another. */
const quotable = /["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]|[^\S ]|^ | $/gu

const shortEscapes: Readonly<Record<string, string>> = {
  '\u0007': String.raw`\a`,
  '\b': String.raw`\b`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\v': String.raw`\v`,
  '\f': String.raw`\f`,
  '\r': String.raw`\r`,
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
}

/**
 * A name from outside, of a file or a tool, on one line as git writes it: as it is, or in C's quotes if it holds a quote, a
 * backslash, or what could break the line or hide in it. No two names give the same text.
 *
 * @example quotedName('new\nline') // "new\nline"
 */
export function quotedName(name: string): string {
  const escaped = name.replace(quotable, (character) => shortEscapes[character] ?? octalOf(character))
  return escaped === name && name !== '' ? name : `"${escaped}"`
}

/** The bytes of its UTF-8, in which half a surrogate pair has three of its own. */
function octalOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const isHalf = code >= 0xd800 && code <= 0xdfff
  const bytes = isHalf
    ? [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    : [...new TextEncoder().encode(character)]
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
