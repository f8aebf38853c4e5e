import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** sha-256 over canonical JSON (RFC 8785): the same for every key order and machine. */
export function fingerprintOf(inputs: unknown): string {
  return createHash('sha256')
    .update(canonicalize(inputs) ?? '')
    .digest('hex')
}
