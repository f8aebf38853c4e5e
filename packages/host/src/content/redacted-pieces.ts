import type { Redactor } from '@vitrial/core/redaction'

/** After so many zeros nothing is in doubt, and many files are holes for the most part. */
const zerosBytes = 65_536

/**
 * Content in pieces, without secrets.
 *
 * @param onEnd is told at the end whether it held one.
 */
export async function* redactedPieces(
  pieces: AsyncIterable<Uint8Array>,
  redactor: Redactor,
  onEnd?: (isRedacted: boolean) => void,
): AsyncGenerator<Uint8Array> {
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
  onEnd?.(stream.hasRedacted)
  if (rest.length > 0) yield rest
}

function isZero(piece: Uint8Array, zeros: Buffer): boolean {
  for (let at = 0; at < piece.length; at += zeros.length) {
    const part = piece.subarray(at, at + zeros.length)
    if (!zeros.subarray(0, part.length).equals(part)) return false
  }
  return true
}
