import { spendingOf, type Spending, type SpentByStage } from '@vitrial/core/cost'
import type { Judgment } from '@vitrial/core/judging'
import type { EvalRunRecord, JudgeRunRecord, RunCost } from '@vitrial/core/records'
import type { OpenedResults } from '../results/open-run-results.ts'

/** One line of an export. */
export type ExportRow =
  | {
      readonly type: 'trial'
      readonly id: string
      readonly eval: string
      readonly model: string
      readonly repetition: number
      /** The eval run it selects; null if there is none. */
      readonly evalRun: string | null
      /** The judgment it selects; null if there is none. */
      readonly judgment: string | null
    }
  | ({ readonly type: 'eval_run' } & EvalRunRecord)
  /** Without its inputs: prompts and rubrics would repeat in every row. */
  | ({ readonly type: 'judge_run' } & Omit<JudgeRunRecord, 'inputs'>)
  | ({ readonly type: 'judgment' } & Judgment)
  /** What all of it cost, a row a sum; selected is what the trials that were declared last select. */
  | ({ readonly type: 'cost'; readonly sum: keyof Spending } & SpentByStage)

/**
 * Everything a benchmark run has on record, as rows: its trials, then each eval run with its judge runs and
 * judgments, and last what it cost. Read page by page, so that it may be of any size.
 */
export async function* exportRows(results: OpenedResults): AsyncGenerator<ExportRow> {
  for await (const { trial, evalRun, judgment } of results.trials()) {
    yield {
      type: 'trial',
      id: trial.id,
      eval: trial.evalId,
      model: trial.model,
      repetition: trial.repetition,
      evalRun: evalRun?.id ?? null,
      judgment: judgment?.id ?? null,
    }
  }
  for await (const evalRun of results.evalRuns()) {
    yield { type: 'eval_run', ...evalRun }
    for (const { inputs: _inputs, ...judgeRun } of await results.judgeRuns(evalRun.id)) {
      yield { type: 'judge_run', ...judgeRun }
      const { judgmentId } = judgeRun
      const judgment = judgmentId === undefined ? undefined : await results.judgment(judgmentId)
      if (judgment) yield { type: 'judgment', ...judgment }
    }
  }
  const costs: RunCost[] = []
  for await (const cost of results.runCosts()) costs.push(cost)
  const trialIds = await results.declaredTrials()
  const { total } = spendingOf({ trialIds, invocationId: results.run.invocationId, costs })
  for (const sum of ['selected', 'inAll', 'thisTime'] as const) yield { type: 'cost', sum, ...total[sum] }
}
