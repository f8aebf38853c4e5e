import type { EvidenceTarget } from '@vitrial/core/evidence'

/** Names the places of one trial's recording in the page, for the citations that point at them. */
export class TrialAnchors {
  readonly trial: string
  readonly #places = new Map<string, string>()

  /** @param number Counts from 1 over the whole report. */
  constructor(number: number) {
    this.trial = `trial-${number}`
  }

  /** The id of a place, made on first use. Only this package's own words and numbers are in it. */
  add(target: EvidenceTarget): string {
    const key = keyOf(target)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const id = `${this.trial}-${target.kind}-${this.#places.size + 1}`
    this.#places.set(key, id)
    return id
  }

  /** The id of a place that is shown; undefined if it is not. */
  find(target: EvidenceTarget): string | undefined {
    return this.#places.get(keyOf(target))
  }
}

function keyOf(target: EvidenceTarget): string {
  if (target.kind === 'response') return 'response'
  if (target.kind === 'artifact') return `artifact ${target.revision} ${target.path}`
  return `${target.kind} ${target.id}`
}
