/** The header of one entry: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, "ustar Interchange Format". */
export interface TarHeader {
  readonly type: 'file' | 'link' | 'symlink' | 'directory' | 'other'
  /** The type as it is written. */
  readonly flag: string
  readonly name: Buffer
  readonly linkName: Buffer
  readonly mode: number
  readonly sizeBytes: number
}

const types: Readonly<Record<string, TarHeader['type']>> = {
  '0': 'file',
  '\0': 'file',
  '1': 'link',
  '2': 'symlink',
  '5': 'directory',
  '7': 'file',
}

/** Reads a block of 512 bytes. Throws for one that is no header. */
export function readHeader(block: Buffer): TarHeader {
  if (checksumOf(block) !== numberAt(block, 148, 8)) throw new Error('The archive has a damaged header.')
  const flag = block.toString('latin1', 156, 157)
  const type = types[flag] ?? 'other'
  const isUstar = block.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isUstar ? bytesAt(block, 345, 155) : Buffer.alloc(0)
  const name = bytesAt(block, 0, 100)
  const sizeBytes = numberAt(block, 124, 12)
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new Error('The archive has a damaged size.')
  return {
    type,
    flag,
    name: prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]),
    linkName: bytesAt(block, 157, 100),
    mode: numberAt(block, 100, 8) & 0o7777,
    // A link may say how large the file is that it leads to, but its content does not follow.
    sizeBytes: type === 'link' || type === 'symlink' || type === 'directory' ? 0 : sizeBytes,
  }
}

/**
 * What an extended header says of the next entry: records of `<length> <key>=<value>\n`, whose values are taken as the
 * bytes that they are.
 */
export function extendedRecords(body: Buffer): Partial<Pick<TarHeader, 'name' | 'linkName' | 'sizeBytes'>> {
  const found: { name?: Buffer; linkName?: Buffer; sizeBytes?: number } = {}
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at)
    const length = Number(body.toString('latin1', at, space))
    if (space === -1 || !Number.isInteger(length) || length <= space - at || at + length > body.length)
      throw new Error('The archive has a damaged extended header.')
    const equals = body.indexOf(0x3d, space)
    const key = body.toString('latin1', space + 1, equals)
    const value = body.subarray(equals + 1, at + length - 1)
    if (key === 'path') found.name = value
    if (key === 'linkpath') found.linkName = value
    if (key === 'size') found.sizeBytes = sizeOf(value)
    at += length
  }
  return found
}

function sizeOf(value: Buffer): number {
  const size = Number(value.toString('latin1'))
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('The archive has a damaged size.')
  return size
}

/** The sum of all bytes, its own field counted as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 0x20
  for (let index = 0; index < block.length; index += 1) {
    if (index < 148 || index >= 156) sum += block[index] ?? 0
  }
  return sum
}

function bytesAt(block: Buffer, start: number, length: number): Buffer {
  const field = block.subarray(start, start + length)
  const end = field.indexOf(0)
  return end === -1 ? field : field.subarray(0, end)
}

/** Octal digits, or GNU's binary for what has no room in them. */
function numberAt(block: Buffer, start: number, length: number): number {
  const first = block[start] ?? 0
  if ((first & 0x80) !== 0) {
    let value = first & 0x7f
    for (let index = 1; index < length; index += 1) value = value * 256 + (block[start + index] ?? 0)
    return value
  }
  const digits = bytesAt(block, start, length).toString('latin1').trim()
  return digits === '' ? 0 : Number.parseInt(digits, 8)
}
