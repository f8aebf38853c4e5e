import { nounFor } from '../text/counted.ts'
import type { Trial } from '../trial/trial.ts'

/** The part of a benchmark that an invocation works on; what is absent or empty leaves nothing out. */
export interface TrialScope {
  readonly onlyEvals?: readonly string[] | undefined
  readonly onlyModels?: readonly string[] | undefined
  /** Names of arms; they leave the arm without a name out. */
  readonly onlyArms?: readonly string[] | undefined
  readonly onlyRepetitions?: readonly number[] | undefined
}

/** Tells whether an invocation works on a trial. Scores and bounds cover every trial all the same. */
export function isInScope(trial: Trial, scope: TrialScope): boolean {
  return leftOutReason(trial, scope) === undefined
}

/** Tells why an invocation does not work on a trial: `left out: only eval ask-dialect`; undefined if it does. */
export function leftOutReason(trial: Trial, scope: TrialScope): string | undefined {
  const { onlyEvals, onlyModels, onlyArms, onlyRepetitions } = scope
  if (!allows(onlyEvals, trial.evalId)) return `left out: only ${named('eval', onlyEvals)}`
  if (!allows(onlyModels, trial.model)) return `left out: only ${named('model', onlyModels)}`
  if (!allows(onlyArms, trial.arm)) return `left out: only ${named('arm', onlyArms)}`
  if (allows(onlyRepetitions, trial.repetition)) return undefined
  return `left out: only ${named('repetition', onlyRepetitions)}`
}

function allows<T>(only: readonly T[] | undefined, value: T | undefined): boolean {
  return only === undefined || only.length === 0 || only.some((each) => each === value)
}

function named(noun: string, only: readonly (string | number)[] = []): string {
  return `${nounFor(only.length, noun)} ${only.join(', ')}`
}
