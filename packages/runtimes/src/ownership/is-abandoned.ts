import { labelNames, ownerOf } from './labels.ts'
import { livenessOf } from './owner.ts'

/** No sandbox lives longer, wherever its owner is. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000

/**
 * Whether nobody answers any more for what carries these labels: its owner is dead, or elsewhere and longer ago
 * than any sandbox lives. Never so for what is not Vitrial's.
 */
export function isAbandoned(labels: Readonly<Record<string, string>> | undefined, now: number): boolean {
  const owner = ownerOf(labels)
  if (owner === undefined) return false
  const liveness = livenessOf(owner)
  if (liveness !== 'elsewhere') return liveness === 'dead'
  const createdAtMs = Number(labels?.[labelNames.created] ?? Number.NaN)
  return createdAtMs + lifetimeMs < now
}
