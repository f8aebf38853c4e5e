import { StoreError, type Citation, type Judgment } from '@vitrial/core'
import { eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { preparedInsert } from './prepared-insert.ts'
import { trials } from './schema/benchmark-runs.ts'
import { judgeRuns, judgmentJudgeRuns } from './schema/judge-runs.ts'
import { citations, judgmentMetrics, judgments, sources } from './schema/judgments.ts'

/** Keeps a judgment of a judge run and selects it in the trial that selects the judged eval run. */
export function judgmentWrite(
  database: BetterSQLite3Database,
): (judgment: Judgment, judgeRunId: string, atMs: number) => void {
  const insertJudgment = preparedInsert(database, judgments)
  const insertJudgeRun = preparedInsert(database, judgmentJudgeRuns)
  const insertMetric = preparedInsert(database, judgmentMetrics)
  const insertCitation = preparedInsert(database, citations)
  const insertSource = preparedInsert(database, sources)
  const judged = database
    .select({ evalRunId: judgeRuns.evalRunId })
    .from(judgeRuns)
    .where(eq(judgeRuns.id, sql.placeholder('judgeRunId')))
    .prepare()

  const selectInTrials = database
    .update(trials)
    .set({ selectedJudgmentId: sql`${sql.placeholder('judgmentId')}` })
    .where(eq(trials.selectedEvalRunId, sql.placeholder('evalRunId')))
    .prepare()

  return (judgment, judgeRunId, atMs) => {
    const { id: judgmentId, evalRunId, evidenceHash, checkpoint, mean } = judgment
    const { evalRunId: judgedId } = judged.get({ judgeRunId }) ?? {}
    if (judgedId !== evalRunId) throw misplaced(judgment, judgeRunId, judgedId)
    // The parts first: the judgment's own row seals them.
    judgment.metrics.forEach(({ id: metricId, label, value, reason, evidence, sources: pages }, index) => {
      insertMetric({ judgmentId, position: index + 1, metricId, label, value, reason })
      evidence.forEach((citation, place) =>
        insertCitation({ judgmentId, metricId, position: place + 1, ...citationRowOf(citation) }),
      )
      pages?.forEach((url, place) => insertSource({ judgmentId, metricId, position: place + 1, url }))
    })
    insertJudgeRun({ judgmentId, judgeRunId })
    insertJudgment({ id: judgmentId, evalRunId, evidenceHash, checkpoint, mean, createdAtMs: atMs })
    selectInTrials.run({ judgmentId, evalRunId })
  }
}

function citationRowOf(citation: Citation) {
  const { kind, quote } = citation
  if (kind === 'response') return { kind, quote }
  if (kind === 'artifact') return { kind, path: citation.path, revision: citation.revision, quote }
  return { kind, targetId: citation.id, quote }
}

function misplaced(judgment: Judgment, judgeRunId: string, judgedId: string | undefined): StoreError {
  return new StoreError(
    'VITRIAL_STORE_REFUSED',
    `Judgment ${judgment.id} is about eval run ${judgment.evalRunId}, ` +
      `but judge run ${judgeRunId} graded ${judgedId}. Nothing was written.`,
  )
}
