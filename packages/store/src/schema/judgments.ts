import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { citationColumns } from './citation-columns.ts'

export const judgments = sqliteTable('judgments', {
  id: text('id').primaryKey().notNull(),
  evalRunId: text('eval_run_id').notNull(),
  evidenceHash: text('evidence_hash').notNull(),
  checkpoint: integer('checkpoint').notNull(),
  mean: real('mean'),
  createdAtMs: integer('created_at_ms').notNull(),
  contentHash: text('content_hash').notNull(),
})

export const judgmentMetrics = sqliteTable(
  'judgment_metrics',
  {
    judgmentId: text('judgment_id').notNull(),
    position: integer('position').notNull(),
    metricId: text('metric_id').notNull(),
    label: text('label').notNull(),
    value: real('value'),
    reason: text('reason').notNull(),
  },
  (table) => [primaryKey({ columns: [table.judgmentId, table.position] })],
)

export const citations = sqliteTable(
  'citations',
  {
    judgmentId: text('judgment_id').notNull(),
    metricId: text('metric_id').notNull(),
    position: integer('position').notNull(),
    ...citationColumns(),
  },
  (table) => [primaryKey({ columns: [table.judgmentId, table.metricId, table.position] })],
)

export const sources = sqliteTable(
  'sources',
  {
    judgmentId: text('judgment_id').notNull(),
    metricId: text('metric_id').notNull(),
    position: integer('position').notNull(),
    url: text('url').notNull(),
  },
  (table) => [primaryKey({ columns: [table.judgmentId, table.metricId, table.position] })],
)
