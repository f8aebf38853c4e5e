import canonicalize from 'canonicalize'
import type { CandidateInputs } from './candidate-inputs.ts'
import type { JudgeInputs } from './judge-inputs.ts'

/** A digest of text as lower-case hex; sha-256 wherever results are kept. */
export type HashText = (text: string) => string

/** The hash of each input by its name; an input that is absent has none. */
export type ComponentHashes = Readonly<Record<string, string>>

/** The inputs of a candidate or a judge, as one hash and as the hashes that it is made of. */
export interface Fingerprint {
  /** The same means reusable. */
  readonly fingerprint: string
  /** Tell what changed where two fingerprints differ. */
  readonly components: ComponentHashes
}

/** Hashes each input over canonical JSON (RFC 8785), the same for every key order and machine. */
export function componentHashes(inputs: CandidateInputs | JudgeInputs, hash: HashText): ComponentHashes {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) => {
      const canonical = canonicalize(value)
      return canonical === undefined ? [] : [[name, hash(canonical)]]
    }),
  )
}

/** Hashes hashed inputs to their fingerprint. */
export function fingerprintOfComponents(components: ComponentHashes, hash: HashText): string {
  return hash(canonicalize(components) ?? '')
}

/** Fingerprints all that a candidate can see, or all that decides how a judge grades. */
export function fingerprintOf(inputs: CandidateInputs | JudgeInputs, hash: HashText): Fingerprint {
  const components = componentHashes(inputs, hash)
  return { fingerprint: fingerprintOfComponents(components, hash), components }
}

/** Names the inputs that differ, those of `current` first. */
export function changedComponents(recorded: ComponentHashes, current: ComponentHashes): readonly string[] {
  const names = new Set([...Object.keys(current), ...Object.keys(recorded)])
  return [...names].filter((name) => recorded[name] !== current[name])
}
