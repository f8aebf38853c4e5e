import { z } from 'zod'
import { keyOf } from '../text/key-of.ts'
import type { RunCost } from '../records/run-cost.ts'
import { spentByStageSchema, spentOn, type SpentByStage } from './spent.ts'

/** The three sums of a benchmark run's costs, the same wherever one is shown. */
export const spendingSchema = z.strictObject({
  /** What the scores rest on: the eval runs that declared trials select, and the judge runs of the judgments they select. */
  selected: spentByStageSchema,
  /** Everything on record, selected or not. */
  inAll: spentByStageSchema,
  /** What the invocation that was at work last has started. */
  thisTime: spentByStageSchema,
})
export type Spending = Readonly<z.infer<typeof spendingSchema>>

export interface SpendingInput {
  /** The trials that are declared. */
  readonly trialIds: Iterable<string>
  /** The invocation that was at work last. */
  readonly invocationId: string
  readonly costs: Iterable<RunCost>
}

/** What a benchmark run spent: altogether, on each model, and on each eval of a model. */
export interface BenchmarkSpending {
  readonly total: Spending
  /** Of a model under test; judges count to the model that they graded. */
  ofModel(model: string): Spending
  /** What the score of an eval rests on. */
  selectedOfEval(model: string, evalId: string): SpentByStage
}

/** Sums up what was spent. Of trials that are not declared any more nothing is selected. */
export function spendingOf(input: SpendingInput): BenchmarkSpending {
  const { invocationId } = input
  const declared = new Set(input.trialIds)
  const all = [...input.costs]
  const selected = all.filter(({ isSelected, trialId = '' }) => isSelected && declared.has(trialId))
  const thisTime = all.filter((cost) => cost.invocationId === invocationId)
  const byModel = {
    selected: grouped(selected, ({ model }) => model),
    inAll: grouped(all, ({ model }) => model),
    thisTime: grouped(thisTime, ({ model }) => model),
  }
  const byEval = grouped(selected, ({ model, evalId }) => keyOf(model, evalId))
  return {
    total: { selected: spentOn(selected), inAll: spentOn(all), thisTime: spentOn(thisTime) },
    ofModel: (model) => ({
      selected: spentOn(byModel.selected.get(model) ?? []),
      inAll: spentOn(byModel.inAll.get(model) ?? []),
      thisTime: spentOn(byModel.thisTime.get(model) ?? []),
    }),
    selectedOfEval: (model, evalId) => spentOn(byEval.get(keyOf(model, evalId)) ?? []),
  }
}

function grouped(
  costs: readonly RunCost[],
  keyOfCost: (cost: RunCost) => string,
): ReadonlyMap<string, readonly RunCost[]> {
  const groups = new Map<string, RunCost[]>()
  for (const cost of costs) {
    const group = groups.get(keyOfCost(cost))
    if (group) group.push(cost)
    else groups.set(keyOfCost(cost), [cost])
  }
  return groups
}
