import { createHash } from 'node:crypto'
import serialize from 'canonicalize'

/** sha-256 as lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** sha-256 over pieces as they come, as lower-case hex. */
export async function sha256OfPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of pieces) digest.update(piece)
  return digest.digest('hex')
}

/** A value as canonical JSON (RFC 8785): equal values give equal bytes, for every key order and machine. */
export function canonicalJson(value: object): Uint8Array {
  const text = serialize(value)
  if (text === undefined) throw new TypeError('Only data has a canonical form.')
  return Buffer.from(text)
}

/** sha-256 over {@link canonicalJson}. */
export function canonicalHash(value: object): string {
  return sha256(canonicalJson(value))
}
