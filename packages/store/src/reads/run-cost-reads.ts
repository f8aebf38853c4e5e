import type { Page, PageOptions } from '@vitrial/core/ports'
import type { RunCost } from '@vitrial/core/records'
import { evalRunStates, judgeRunStates } from '@vitrial/core/states'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { checkedLimit } from './checked-limit.ts'
import { armOf } from '../schema/arm-column.ts'
import { runCosts } from '../schema/run-costs.ts'
import { usageOf } from '../schema/usage-columns.ts'

/** Reads what each run cost. */
export interface RunCostReads {
  /** Of all runs that have ended, by id. */
  page(benchmarkRunId: string, options: PageOptions): Page<RunCost>
}

/** Prepares the reads of costs. */
export function runCostReads(database: BetterSQLite3Database): RunCostReads {
  const rows = database
    .select()
    .from(runCosts)
    .where(
      and(
        eq(runCosts.benchmarkRunId, sql.placeholder('benchmarkRunId')),
        gt(runCosts.id, sql.placeholder('after')),
      ),
    )
    .orderBy(asc(runCosts.id))
    .limit(sql.placeholder('limit'))
    .prepare()
  return {
    page(benchmarkRunId, { limit, after = '' }) {
      const found = rows.all({ benchmarkRunId, after, limit: checkedLimit(limit) + 1 })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return { rows: page.flatMap(costOf), ...(last && { next: last.id }) }
    },
  }
}

type Row = (typeof runCosts)['$inferSelect']

function costOf(row: Row): readonly RunCost[] {
  const { id, trialId, evalId, model, judgeModel, isSelected, invocationId, timeMs, stage } = row
  const common = {
    id,
    evalId,
    model,
    ...armOf(row),
    isSelected,
    invocationId,
    timeMs,
    usage: usageOf(row),
    ...(trialId !== null && { trialId }),
  }
  if (stage === 'candidate') {
    const state = evalRunStates.find((known) => known === row.state)
    return state === undefined || state === 'running' ? [] : [{ ...common, stage, state }]
  }
  const state = judgeRunStates.find((known) => known === row.state)
  if (state === undefined || state === 'running') return []
  return [{ ...common, stage, state, ...(judgeModel !== null && { judgeModel }) }]
}
