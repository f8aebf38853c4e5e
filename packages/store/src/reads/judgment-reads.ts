import type { JudgmentRecord } from '@vitrial/core/records'
import { asc } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { judgmentHash } from '../hash/content-hash.ts'
import { groupBy } from './group-by.ts'
import { inIds } from '../rows/in-ids.ts'
import { citationOf } from '../schema/citation-columns.ts'
import { judgmentJudgeRuns } from '../schema/judge-runs.ts'
import { citations, judgmentMetrics, judgments, sources } from '../schema/judgments.ts'

/** Reads judgments with their metrics, citations and sources. */
export interface JudgmentReads {
  /** The judgments of these ids, in five queries however many they are. */
  read(ids: readonly string[]): ReadonlyMap<string, JudgmentRecord>
}

/** Prepares the reads of judgments. */
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

  const made = database
    .select()
    .from(judgmentJudgeRuns)
    .where(inIds(judgmentJudgeRuns.judgmentId))
    .orderBy(asc(judgmentJudgeRuns.judgmentId), asc(judgmentJudgeRuns.judgeRunId))
    .prepare()

  return {
    read(wanted) {
      const ids = JSON.stringify(wanted)
      const judgeRunsOf = groupBy(made.all({ ids }), ofJudgment)
      const metricsOf = groupBy(metrics.all({ ids }), ofJudgment)
      const allCitationsOf = groupBy(cited.all({ ids }), ofJudgment)
      const allSourcesOf = groupBy(consulted.all({ ids }), ofJudgment)
      return new Map(
        rows.all({ ids }).map((row) => {
          const { id, evalRunId, evidenceHash, checkpoint, mean } = row
          const parts = [judgeRunsOf, metricsOf, allCitationsOf, allSourcesOf].map((of) => of.get(id) ?? [])
          const isAltered = judgmentHash(row, ...parts) !== row.contentHash
          const citationsOf = groupBy(allCitationsOf.get(id) ?? [], ({ metricId }) => metricId)
          const sourcesOf = groupBy(allSourcesOf.get(id) ?? [], ({ metricId }) => metricId)
          const own = (metricsOf.get(id) ?? []).map(({ metricId, label, value, reason }) => {
            const pages = sourcesOf.get(metricId)?.map(({ url }) => url)
            const evidence = (citationsOf.get(metricId) ?? []).map(citationOf)
            return { id: metricId, label, value, reason, evidence, ...(pages && { sources: pages }) }
          })
          const judgment = { id, evalRunId, metrics: own, mean, evidenceHash, checkpoint }
          return [id, isAltered ? { ...judgment, isAltered } : judgment]
        }),
      )
    },
  }
}

function ofJudgment({ judgmentId }: { readonly judgmentId: string }): string {
  return judgmentId
}
