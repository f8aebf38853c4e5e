import type { Citation, Judgment } from '@vitrial/core'
import { asc, type InferSelectModel } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { groupBy } from './group-by.ts'
import { inIds } from './in-ids.ts'
import { citations, judgmentMetrics, judgments, sources } from './schema/judgments.ts'

export interface JudgmentReads {
  /** The judgments of these ids, in four queries however many they are. */
  read(ids: readonly string[]): ReadonlyMap<string, Judgment>
}

export function judgmentReads(database: BetterSQLite3Database): JudgmentReads {
  const rows = database.select().from(judgments).where(inIds(judgments.id)).prepare()
  const metrics = database
    .select()
    .from(judgmentMetrics)
    .where(inIds(judgmentMetrics.judgmentId))
    .orderBy(asc(judgmentMetrics.judgmentId), asc(judgmentMetrics.position))
    .prepare()
  const cited = database
    .select()
    .from(citations)
    .where(inIds(citations.judgmentId))
    .orderBy(asc(citations.judgmentId), asc(citations.metricId), asc(citations.position))
    .prepare()
  const consulted = database
    .select()
    .from(sources)
    .where(inIds(sources.judgmentId))
    .orderBy(asc(sources.judgmentId), asc(sources.metricId), asc(sources.position))
    .prepare()

  return {
    read(wanted) {
      const ids = JSON.stringify(wanted)
      const metricsOf = groupBy(metrics.all({ ids }), ({ judgmentId }) => judgmentId)
      const citationsOf = groupBy(cited.all({ ids }), keyOfMetric)
      const sourcesOf = groupBy(consulted.all({ ids }), keyOfMetric)
      return new Map(
        rows.all({ ids }).map(({ id, evalRunId, evidenceHash, checkpoint, mean }) => {
          const own = (metricsOf.get(id) ?? []).map((metric) => {
            const pages = sourcesOf.get(keyOfMetric(metric))?.map(({ url }) => url)
            return {
              id: metric.metricId,
              label: metric.label,
              value: metric.value,
              reason: metric.reason,
              evidence: (citationsOf.get(keyOfMetric(metric)) ?? []).map(citationOf),
              ...(pages && { sources: pages }),
            }
          })
          return [id, { id, evalRunId, metrics: own, mean, evidenceHash, checkpoint }]
        }),
      )
    },
  }
}

function keyOfMetric(row: { readonly judgmentId: string; readonly metricId: string }): string {
  return `${row.judgmentId} ${row.metricId}`
}

function citationOf(row: InferSelectModel<typeof citations>): Citation {
  const { kind } = row
  const quote = row.quote === null ? {} : { quote: row.quote }
  if (kind === 'response') return { kind, ...quote }
  // The table's checks say which columns a kind has.
  if (kind === 'artifact') return { kind, path: row.path ?? '', revision: row.revision ?? 'final', ...quote }
  return { kind, id: row.targetId ?? '', ...quote }
}
