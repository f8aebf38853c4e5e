import { z } from 'zod'
import { keyOf } from '../text/key-of.ts'
import type { RunCost } from '../records/run-cost.ts'
import type { ModelArm } from '../trial/model-arm.ts'
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
/** The three sums of a benchmark run's costs, see {@link spendingSchema}. */
export type Spending = Readonly<z.infer<typeof spendingSchema>>

export interface SpendingInput {
  /** The trials that are declared. */
  readonly trialIds: Iterable<string>
  /** The invocation that was at work last. */
  readonly invocationId: string
  readonly costs: Iterable<RunCost>
}

/** A benchmark run spent this: altogether, on each model in each arm, and on each eval of them. */
export interface BenchmarkSpending {
  readonly total: Spending
  /** Of a model under test in an arm; judges count to the model that they graded. */
  ofModel(of: ModelArm): Spending
  /** What the score of an eval rests on. */
  selectedOfEval(of: ModelArm, evalId: string): SpentByStage
}

/** Sums up what was spent. Of trials that are not declared any more nothing is selected. */
export function spendingOf(input: SpendingInput): BenchmarkSpending {
  const { invocationId } = input
  const declared = new Set(input.trialIds)
  const all = [...input.costs]
  const selected = all.filter(({ isSelected, trialId = '' }) => isSelected && declared.has(trialId))
  const thisTime = all.filter((cost) => cost.invocationId === invocationId)
  const byModel = {
    selected: grouped(selected, modelKey),
    inAll: grouped(all, modelKey),
    thisTime: grouped(thisTime, modelKey),
  }
  const byEval = grouped(selected, (cost) => evalKey(cost, cost.evalId))
  return {
    total: { selected: spentOn(selected), inAll: spentOn(all), thisTime: spentOn(thisTime) },
    ofModel: (of) => ({
      selected: spentOn(byModel.selected.get(modelKey(of)) ?? []),
      inAll: spentOn(byModel.inAll.get(modelKey(of)) ?? []),
      thisTime: spentOn(byModel.thisTime.get(modelKey(of)) ?? []),
    }),
    selectedOfEval: (of, evalId) => spentOn(byEval.get(evalKey(of, evalId)) ?? []),
  }
}

function modelKey({ model, arm }: ModelArm): string {
  return keyOf(model, arm ?? '')
}

function evalKey({ model, arm }: ModelArm, evalId: string): string {
  return keyOf(model, arm ?? '', evalId)
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
