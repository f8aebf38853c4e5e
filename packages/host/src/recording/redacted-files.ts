import type { DownloadedEntry, FilePieces, Redactor } from '@vitrial/core'

/** After so many zeros nothing is in doubt, and many files are holes for the most part. */
const zerosBytes = 65_536

/**
 * Files as they may be kept: without secrets in contents, names and targets of links.
 *
 * @param onRedacted is given the path of each that held one.
 */
export async function* redactedFiles(
  entries: AsyncIterable<DownloadedEntry>,
  redactor: Redactor,
  onRedacted: (path: string) => void,
): AsyncGenerator<DownloadedEntry> {
  for await (const entry of entries) {
    const path = redactor.text(entry.path)
    const told = (isRedacted: boolean): void => {
      if (isRedacted) onRedacted(path)
    }
    told(path !== entry.path)
    if (entry.type === 'symlink' || entry.type === 'link') {
      const target = redactor.text(entry.target)
      if (entry.type === 'symlink') told(target !== entry.target)
      yield { ...entry, path, target }
    } else if (entry.type !== 'file') yield { ...entry, path }
    else if (entry.content instanceof Uint8Array) {
      const content = redactor.bytes(entry.content)
      told(content !== entry.content)
      yield { ...entry, path, content }
    } else yield { ...entry, path, content: redactedPieces(entry.content, redactor, told) }
  }
}

function redactedPieces(
  { sizeBytes, pieces }: FilePieces,
  redactor: Redactor,
  told: (isRedacted: boolean) => void,
): FilePieces {
  const read = async function* (): AsyncGenerator<Uint8Array> {
    const zeros = Buffer.alloc(zerosBytes)
    const stream = redactor.stream()
    let isInHole = false
    for await (const piece of pieces) {
      const isZeros = isZero(piece, zeros)
      const redacted = isZeros && isInHole ? piece : stream.push(piece)
      isInHole = isZeros && piece.length >= 64
      if (redacted.length > 0) yield redacted
    }
    const rest = stream.flush()
    told(stream.hasRedacted)
    if (rest.length > 0) yield rest
  }
  return { sizeBytes, pieces: read() }
}

function isZero(piece: Uint8Array, zeros: Buffer): boolean {
  for (let at = 0; at < piece.length; at += zeros.length) {
    const part = piece.subarray(at, at + zeros.length)
    if (!zeros.subarray(0, part.length).equals(part)) return false
  }
  return true
}
