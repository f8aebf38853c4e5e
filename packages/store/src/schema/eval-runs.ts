import type { Measurement } from '@vitrial/core/recording'
import { evalRunStates } from '@vitrial/core/states'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { armColumn } from './arm-column.ts'
import { errorColumns } from './error-columns.ts'
import { usageColumns } from './usage-columns.ts'

export const evalRuns = sqliteTable('eval_runs', {
  id: text('id').primaryKey().notNull(),
  benchmarkRunId: text('benchmark_run_id').notNull(),
  trialId: text('trial_id'),
  attempt: integer('attempt').notNull(),
  evalId: text('eval_id').notNull(),
  model: text('model').notNull(),
  ...armColumn(),
  harness: text('harness').notNull(),
  agentVersion: text('agent_version').notNull(),
  vitrialVersion: text('vitrial_version').notNull(),
  runtime: text('runtime').notNull(),
  image: text('image'),
  engine: text('engine'),
  contained: integer('contained', { mode: 'boolean' }).notNull(),
  scripted: integer('scripted', { mode: 'boolean' }).notNull(),
  candidateFingerprint: text('candidate_fingerprint').notNull(),
  state: text('state', { enum: evalRunStates }).notNull(),
  outcome: text('outcome', { enum: ['declared_failure', 'no_response'] }),
  ...errorColumns(),
  detail: text('detail'),
  evidenceHash: text('evidence_hash'),
  invocationId: text('invocation_id').notNull(),
  startedAtMs: integer('started_at_ms').notNull(),
  executionStartedAtMs: integer('execution_started_at_ms'),
  completedAtMs: integer('completed_at_ms'),
  ...usageColumns(),
  contentHash: text('content_hash'),
})

const measurementUnits = ['tokens', 'usd', 'ms', 'count', 'ratio'] as const satisfies Measurement['unit'][]

export const measurements = sqliteTable(
  'measurements',
  {
    evalRunId: text('eval_run_id').notNull(),
    position: integer('position').notNull(),
    measurementId: text('measurement_id').notNull(),
    value: real('value').notNull(),
    unit: text('unit', { enum: measurementUnits }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.evalRunId, table.position] })],
)
