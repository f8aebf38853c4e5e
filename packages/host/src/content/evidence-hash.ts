import { createHash } from 'node:crypto'
import type { Manifest } from '@vitrial/core'
import serialize from 'canonicalize'

/** The sha-256 of content, in lowercase hexadecimal. */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** A value as canonical JSON (RFC 8785): equal values give equal bytes. */
export function canonicalJson(value: object): Uint8Array {
  const text = serialize(value)
  if (text === undefined) throw new TypeError('Only data has a canonical form.')
  return Buffer.from(text)
}

/** What a judgment is bound to: everything the manifest names, by hash. */
export function evidenceHashOf(manifest: Omit<Manifest, 'evidenceHash'>): string {
  return contentHash(canonicalJson(manifest))
}
