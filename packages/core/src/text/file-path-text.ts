/**
 * Writes a file's path, which is bytes, as text. Names that are UTF-8 are themselves. In one that is not, each byte
 * above ASCII is `\xNN` and each backslash `\\`, and so are the backslashes of a name that could be taken for such
 * text: no two paths give the same one, and {@link filePathBytes} gives back the bytes.
 *
 * @example filePathText(Uint8Array.of(0x63, 0xe9)) // c\xe9
 */
export function filePathText(path: Uint8Array): string {
  const text = utf8Text(path)
  if (text !== undefined && !text.includes('\\')) return text
  return namesOf(path).map(nameText).join('/')
}

/** The bytes of a path by its text. */
export function filePathBytes(text: string): Uint8Array {
  const encoder = new TextEncoder()
  const bytes = text.split('/').map((name) => (isEscaped(name) ? unescaped(name) : encoder.encode(name)))
  return Uint8Array.from(bytes.flatMap((name, index) => (index === 0 ? [...name] : [0x2f, ...name])))
}

function namesOf(path: Uint8Array): readonly Uint8Array[] {
  const names: Uint8Array[] = []
  let start = 0
  for (let at = path.indexOf(0x2f); at !== -1; at = path.indexOf(0x2f, start)) {
    names.push(path.subarray(start, at))
    start = at + 1
  }
  return [...names, path.subarray(start)]
}

function nameText(name: Uint8Array): string {
  const text = utf8Text(name)
  if (text === undefined) return Array.from(name, escapedByte).join('')
  return isEscaped(text) ? text.replaceAll('\\', '\\\\') : text
}

function isEscaped(name: string): boolean {
  return /\\(?:\\|x[0-9a-f]{2})/.test(name)
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // A fatal decoder throws for bytes that are not UTF-8, which is the question asked here.
    return undefined
  }
}

function escapedByte(byte: number): string {
  if (byte === 0x5c) return '\\\\'
  return byte < 0x80 ? String.fromCodePoint(byte) : `\\x${byte.toString(16)}`
}

function unescaped(name: string): Uint8Array {
  const parts = name.match(/\\\\|\\x[0-9a-f]{2}|[^\\]+|\\/g) ?? []
  return Uint8Array.from(parts.flatMap((part) => [...unescapedPart(part)]))
}

function unescapedPart(part: string): Uint8Array {
  if (part === '\\\\') return Uint8Array.of(0x5c)
  if (part.startsWith('\\x') && part.length === 4) return Uint8Array.of(Number.parseInt(part.slice(2), 16))
  return new TextEncoder().encode(part)
}
