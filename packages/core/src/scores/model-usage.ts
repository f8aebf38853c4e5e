import type { EvalRunRecord, JudgeRunRecord, TrialRecord } from '../ports/store.ts'
import { addUsage, noUsage, type Usage } from '../recording/usage.ts'

/** What a model's trials used. A cost that is unknown anywhere is unknown in the sum. */
export interface ModelUsage {
  readonly model: string
  /** Of the selected eval runs. */
  readonly candidate: Usage
  /** Of the judge run that speaks for each of them, whatever its model. */
  readonly judge: Usage
}

/** Sums usage per model, in the order given. Runs still going have no usage yet and add nothing. */
export function usageOfModels(
  models: readonly string[],
  trials: readonly TrialRecord[],
): readonly ModelUsage[] {
  const sums = new Map<string, ModelUsage>(
    models.map((model) => [model, { model, candidate: noUsage, judge: noUsage }]),
  )
  for (const { trial, evalRun, judgeRun } of trials) {
    const sum = sums.get(trial.model)
    if (!sum) continue
    sums.set(trial.model, {
      model: trial.model,
      candidate: addUsage(sum.candidate, usageOf(evalRun)),
      judge: addUsage(sum.judge, usageOf(judgeRun)),
    })
  }
  return [...sums.values()]
}

function usageOf(run: EvalRunRecord | JudgeRunRecord | undefined): Usage {
  return run === undefined || run.state === 'running' ? noUsage : run.usage
}
