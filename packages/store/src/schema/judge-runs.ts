import type { ModelSettings } from '@vitrial/core/inputs'
import type { JudgeRunInputs } from '@vitrial/core/records'
import type { Metric } from '@vitrial/core/rubric'
import { judgeRunActivities, judgeRunStates } from '@vitrial/core/states'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { errorColumns } from './error-columns.ts'
import { usageColumns } from './usage-columns.ts'

/** One row for each distinct set of inputs: all judge runs of an eval usually share it. */
export const judgeInputs = sqliteTable('judge_inputs', {
  hash: text('hash').primaryKey().notNull(),
  systemPrompt: text('system_prompt').notNull(),
  profile: text('profile').notNull(),
  rubric: text('rubric').notNull(),
  metrics: text('metrics', { mode: 'json' }).$type<readonly Metric[]>().notNull(),
  mode: text('mode', { enum: ['final', 'live'] }).notNull(),
  protocol: integer('protocol').notNull(),
  timeoutMs: integer('timeout_ms').notNull(),
  websearch: integer('websearch', { mode: 'boolean' }).notNull(),
  modelSettings: text('model_settings', { mode: 'json' }).$type<ModelSettings>().notNull(),
  codeJudge: text('code_judge'),
  verification: text('verification', { mode: 'json' }).$type<NonNullable<JudgeRunInputs['verification']>>(),
})

export const judgeRuns = sqliteTable('judge_runs', {
  id: text('id').primaryKey().notNull(),
  evalRunId: text('eval_run_id').notNull(),
  kind: text('kind', { enum: ['agent', 'model', 'code'] }).notNull(),
  model: text('model'),
  agentVersion: text('agent_version').notNull(),
  vitrialVersion: text('vitrial_version').notNull(),
  runtime: text('runtime').notNull(),
  seat: integer('seat').notNull(),
  scripted: integer('scripted', { mode: 'boolean' }).notNull(),
  judgeFingerprint: text('judge_fingerprint').notNull(),
  inputsHash: text('inputs_hash').notNull(),
  state: text('state', { enum: judgeRunStates }).notNull(),
  activity: text('activity', { enum: judgeRunActivities }).notNull(),
  ...errorColumns(),
  detail: text('detail'),
  invocationId: text('invocation_id').notNull(),
  startedAtMs: integer('started_at_ms').notNull(),
  executionStartedAtMs: integer('execution_started_at_ms'),
  archiveStartedAtMs: integer('archive_started_at_ms'),
  completedAtMs: integer('completed_at_ms'),
  evidenceReads: integer('evidence_reads'),
  rejectedSubmissions: integer('rejected_submissions'),
  ...usageColumns(),
  /** As JSON, see `ManifestFile`. */
  files: text('files'),
  contentHash: text('content_hash'),
})

export const judgeChecks = sqliteTable('judge_checks', {
  id: text('id').primaryKey().notNull(),
  judgeRunId: text('judge_run_id').notNull(),
  requestId: text('request_id').notNull(),
  phase: text('phase', { enum: ['early', 'final'] }).notNull(),
  checkpoint: integer('checkpoint').notNull(),
  queuedAtMs: integer('queued_at_ms').notNull(),
  startedAtMs: integer('started_at_ms'),
  completedAtMs: integer('completed_at_ms'),
  outcome: text('outcome', { enum: ['submitted', 'continued', 'none', 'cancelled'] }),
})

/** Which judge runs a judgment is made of: panel seats, an agent and a code judge. */
export const judgmentJudgeRuns = sqliteTable(
  'judgment_judge_runs',
  {
    judgmentId: text('judgment_id').notNull(),
    judgeRunId: text('judge_run_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.judgmentId, table.judgeRunId] })],
)
