import type { EvalRunRecord, JudgeRunRecord, Selection } from '../ports/store.ts'
import { evalRunStateRules } from '../states/eval-run-state.ts'

/** Earlier work of a trial that fits the current inputs and that the trial does not select. */
export interface EarlierWork {
  readonly selection: Selection
  /** As a person understands it: `prompt as before`. */
  readonly reason: string
}

/**
 * The eval run that need not be made again.
 *
 * @param evalRuns those with the current candidate fingerprint, the latest first.
 */
export function reusableEvalRun(evalRuns: readonly EvalRunRecord[]): EvalRunRecord | undefined {
  return evalRuns.find(({ state }) => evalRunStateRules[state].next === 'reuse')
}

/**
 * The judge run that need not be made again.
 *
 * @param judgeRuns those over one eval run, in the order they started.
 */
export function reusableJudgeRun(
  judgeRuns: readonly JudgeRunRecord[],
  judgeFingerprint: string,
): JudgeRunRecord | undefined {
  return judgeRuns.findLast(
    (run) =>
      run.judgeFingerprint === judgeFingerprint && run.state === 'completed' && run.judgmentId !== undefined,
  )
}
