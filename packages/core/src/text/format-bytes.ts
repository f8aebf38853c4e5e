const units = ['KiB', 'MiB', 'GiB', 'TiB'] as const

/** A size: `1 byte`, `812 bytes`, `1.2 MiB`, `3.0 GiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  let size = bytes
  let unit: string = 'bytes'
  for (const larger of units) {
    // What would be shown as 1024.0 is one of the next.
    if (size < 1023.95) break
    size /= 1024
    unit = larger
  }
  return `${size.toFixed(1)} ${unit}`
}
