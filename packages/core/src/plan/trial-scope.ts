import type { Trial } from './trial.ts'

/** The part of a benchmark that an invocation works on; what is absent or empty leaves nothing out. */
export interface TrialScope {
  readonly onlyEvals?: readonly string[]
  readonly onlyModels?: readonly string[]
  readonly onlyRepetitions?: readonly number[]
}

/** Whether an invocation works on a trial. Scores and bounds cover every trial all the same. */
export function isInScope(trial: Trial, { onlyEvals, onlyModels, onlyRepetitions }: TrialScope): boolean {
  return (
    allows(onlyEvals, trial.evalId) &&
    allows(onlyModels, trial.model) &&
    allows(onlyRepetitions, trial.repetition)
  )
}

function allows<T>(only: readonly T[] | undefined, value: T): boolean {
  return only === undefined || only.length === 0 || only.includes(value)
}
