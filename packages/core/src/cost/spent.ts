import { z } from 'zod'
import { formatCost } from '../text/number-format.ts'
import type { RunCost } from '../records/run-cost.ts'

/** Costs are added as whole billionths of a dollar, so that their sum is exact in any order, also in SQL. */
const unitsInUsd = 1e9

const countSchema = z.int().nonnegative()

/** A sum over runs: what candidates, or judges, used. */
export const spentSchema = z.strictObject({
  /** Runs that have ended. */
  runs: countSchema,
  /** Prompt tokens, those from a cache included. */
  inputTokens: countSchema,
  /** Completion tokens, reasoning included. */
  outputTokens: countSchema,
  /** US dollars; null if the cost of any of the runs is unknown. */
  costUsd: z.number().nonnegative().nullable(),
  /** The known part of it. */
  knownUsd: z.number().nonnegative(),
  /** Runs whose cost is unknown. */
  unknown: countSchema,
  /** How long they were at work, each by itself, in milliseconds. */
  timeMs: z.number().nonnegative(),
})
/** A sum over runs, with an unknown cost beside the part that is known; see {@link spentSchema}. */
export type Spent = Readonly<z.infer<typeof spentSchema>>

/** A sum with its two parts, which are never mixed. */
export const spentByStageSchema = z.strictObject({ candidates: spentSchema, judges: spentSchema })
/** A sum with its part of the candidates and its part of the judges. */
export type SpentByStage = Readonly<z.infer<typeof spentByStageSchema>>

/** The sum over no runs. */
export const nothingSpent: Spent = {
  runs: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  knownUsd: 0,
  unknown: 0,
  timeMs: 0,
}

/** Sums what runs used, candidates and judges apart. */
export function spentOn(runs: Iterable<RunCost>): SpentByStage {
  let candidates = nothingSpent
  let judges = nothingSpent
  for (const run of runs) {
    if (run.stage === 'candidate') candidates = addSpent(candidates, spentOnRun(run))
    else judges = addSpent(judges, spentOnRun(run))
  }
  return { candidates, judges }
}

/** Two sums as one. An unknown cost stays unknown, beside the part that is known. */
export function addSpent(a: Spent, b: Spent): Spent {
  const knownUsd = (unitsOf(a.knownUsd) + unitsOf(b.knownUsd)) / unitsInUsd
  const unknown = a.unknown + b.unknown
  return {
    runs: a.runs + b.runs,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: unknown === 0 ? knownUsd : null,
    knownUsd,
    unknown,
    timeMs: a.timeMs + b.timeMs,
  }
}

/** Adds what candidates and judges used to one sum. */
export function togetherSpent({ candidates, judges }: SpentByStage): Spent {
  return addSpent(candidates, judges)
}

/** Writes a sum's cost for people: `$0.040`, `$0.040 and 2 unknown`, or `cost unknown` where no part is known. */
export function formatSpent({
  runs,
  knownUsd,
  unknown,
}: Pick<Spent, 'runs' | 'knownUsd' | 'unknown'>): string {
  if (unknown === 0) return formatCost(knownUsd)
  return unknown === runs ? formatCost(null) : `${formatCost(knownUsd)} and ${unknown} unknown`
}

function spentOnRun({ usage, timeMs }: RunCost): Spent {
  const { inputTokens, outputTokens, costUsd } = usage
  const knownUsd = unitsOf(costUsd ?? 0) / unitsInUsd
  const unknown = costUsd === null ? 1 : 0
  return {
    runs: 1,
    inputTokens,
    outputTokens,
    costUsd: costUsd === null ? null : knownUsd,
    knownUsd,
    unknown,
    timeMs,
  }
}

function unitsOf(usd: number): number {
  return Math.round(usd * unitsInUsd)
}
