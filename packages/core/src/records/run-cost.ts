import type { Usage } from '../recording/usage.ts'
import type { EvalRunState } from '../states/eval-run-state.ts'
import type { JudgeRunState } from '../states/judge-run-state.ts'

interface CostOfRun {
  readonly id: string
  /** Absent for an ingested recording. */
  readonly trialId?: string
  readonly evalId: string
  /** The model under test; of a judge run that of the run it graded. */
  readonly model: string
  /** The arm of that run; absent for the one without a name. */
  readonly arm?: string
  /** A trial that is not retired selects it: the eval run itself, or a judgment that this judge run made. */
  readonly isSelected: boolean
  /** The invocation that started it. */
  readonly invocationId: string
  readonly usage: Usage
  /** How long it was at work, in milliseconds; waiting for a place does not count. */
  readonly timeMs: number
}

/** One run of a candidate or of a judge cost this, once it has ended. */
export type RunCost = CostOfRun &
  (
    | { readonly stage: 'candidate'; readonly state: Exclude<EvalRunState, 'running'> }
    | {
        readonly stage: 'judge'
        readonly state: Exclude<JudgeRunState, 'running'>
        /** Absent for a code judge. */
        readonly judgeModel?: string
      }
  )
