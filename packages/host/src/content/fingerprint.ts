import { createHash } from 'node:crypto'
import { fingerprintOf, type CandidateInputs, type Fingerprint, type JudgeInputs } from '@vitrial/core'
import canonicalize from 'canonicalize'

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

/** sha-256 over canonical JSON (RFC 8785): the same for every key order and machine. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalize(value) ?? '')
}

/** The fingerprint of a candidate's or a judge's inputs. */
export function sha256Fingerprint(inputs: CandidateInputs | JudgeInputs): Fingerprint {
  return fingerprintOf(inputs, sha256)
}
