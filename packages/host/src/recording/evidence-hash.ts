import type { Manifest } from '@vitrial/core/recording'
import { canonicalHash } from '../content/hashes.ts'

/** What a judgment is bound to: everything the manifest names, by hash. */
export function evidenceHashOf(manifest: Omit<Manifest, 'evidenceHash'>): string {
  return canonicalHash(manifest)
}
