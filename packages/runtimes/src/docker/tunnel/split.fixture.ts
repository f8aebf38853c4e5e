/** Cuts bytes into pieces of the given sizes, over and over; a size of 0 is one byte. */
export function* split(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  let at = 0
  for (let index = 0; at < bytes.length; index += 1) {
    const size = sizes.length === 0 ? bytes.length : Math.max(1, sizes[index % sizes.length] ?? 1)
    yield bytes.subarray(at, at + size)
    at += size
  }
}
