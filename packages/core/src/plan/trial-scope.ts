import type { Trial } from './trial.ts'

/** The part of a benchmark that an invocation works on; what is absent or empty leaves nothing out. */
export interface TrialScope {
  readonly onlyEvals?: readonly string[] | undefined
  readonly onlyModels?: readonly string[] | undefined
  readonly onlyRepetitions?: readonly number[] | undefined
}

/** Whether an invocation works on a trial. Scores and bounds cover every trial all the same. */
export function isInScope(trial: Trial, scope: TrialScope): boolean {
  return leftOutReason(trial, scope) === undefined
}

/** Why an invocation does not work on a trial: `left out: only eval ask-dialect`; undefined if it does. */
export function leftOutReason(trial: Trial, scope: TrialScope): string | undefined {
  const { onlyEvals, onlyModels, onlyRepetitions } = scope
  if (!allows(onlyEvals, trial.evalId)) return `left out: only ${counted('eval', onlyEvals)}`
  if (!allows(onlyModels, trial.model)) return `left out: only ${counted('model', onlyModels)}`
  if (allows(onlyRepetitions, trial.repetition)) return undefined
  return `left out: only ${counted('repetition', onlyRepetitions)}`
}

function allows<T>(only: readonly T[] | undefined, value: T): boolean {
  return only === undefined || only.length === 0 || only.includes(value)
}

function counted(noun: string, only: readonly (string | number)[] = []): string {
  return `${noun}${only.length === 1 ? '' : 's'} ${only.join(', ')}`
}
