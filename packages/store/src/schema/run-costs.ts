import { evalRunStates, judgeRunStates } from '@vitrial/core/states'
import { integer, sqliteView, text } from 'drizzle-orm/sqlite-core'
import { armColumn } from './arm-column.ts'
import { usageColumns } from './usage-columns.ts'

/** What each run of a candidate or judge came to: the view that all sums of costs are made from. */
export const runCosts = sqliteView('run_costs', {
  benchmarkRunId: text('benchmark_run_id').notNull(),
  id: text('run_id').notNull(),
  stage: text('stage', { enum: ['candidate', 'judge'] }).notNull(),
  trialId: text('trial_id'),
  evalId: text('eval_id').notNull(),
  model: text('model').notNull(),
  ...armColumn(),
  judgeModel: text('judge_model'),
  state: text('state', { enum: [...evalRunStates, ...judgeRunStates] }).notNull(),
  invocationId: text('invocation_id').notNull(),
  isSelected: integer('is_selected', { mode: 'boolean' }).notNull(),
  ...usageColumns(),
  timeMs: integer('time_ms').notNull(),
}).existing()
