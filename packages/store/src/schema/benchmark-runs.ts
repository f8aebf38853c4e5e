import { benchmarkRunStates } from '@vitrial/core/states'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { armColumn } from './arm-column.ts'

export const benchmarkRuns = sqliteTable('benchmark_runs', {
  id: text('id').primaryKey().notNull(),
  name: text('name').notNull(),
  state: text('state', { enum: benchmarkRunStates }).notNull(),
  startedAtMs: integer('started_at_ms').notNull(),
  updatedAtMs: integer('updated_at_ms').notNull(),
  completedAtMs: integer('completed_at_ms'),
  ownerMachine: text('owner_machine').notNull(),
  ownerPid: integer('owner_pid').notNull(),
  ownerStartedAtMs: integer('owner_started_at_ms').notNull(),
  invocationId: text('invocation_id').notNull(),
  definition: text('definition', { mode: 'json' }).$type<unknown>().notNull(),
})

export const trials = sqliteTable(
  'trials',
  {
    benchmarkRunId: text('benchmark_run_id').notNull(),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    evalId: text('eval_id').notNull(),
    model: text('model').notNull(),
    ...armColumn(),
    repetition: integer('repetition').notNull(),
    selectedEvalRunId: text('selected_eval_run_id'),
    selectedJudgeRunId: text('selected_judge_run_id'),
    selectedJudgmentId: text('selected_judgment_id'),
    isDeclared: integer('is_declared', { mode: 'boolean' }).notNull(),
    declaredCandidateFingerprint: text('declared_candidate_fingerprint'),
    declaredJudgeFingerprint: text('declared_judge_fingerprint'),
    retiredAtMs: integer('retired_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.benchmarkRunId, table.id] })],
)

/** What each eval's rubric asked for when the benchmark was declared last. */
export const declaredMetrics = sqliteTable(
  'declared_metrics',
  {
    benchmarkRunId: text('benchmark_run_id').notNull(),
    evalId: text('eval_id').notNull(),
    position: integer('position').notNull(),
    metricId: text('metric_id').notNull(),
    label: text('label').notNull(),
  },
  (table) => [primaryKey({ columns: [table.benchmarkRunId, table.evalId, table.position] })],
)
