import { StoreError } from '@vitrial/core/errors'
import type { Judgment } from '@vitrial/core/judging'
import { eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { asStored, judgmentHash } from '../hash/content-hash.ts'
import { preparedInsert } from '../rows/prepared-insert.ts'
import { citationRowOf } from '../schema/citation-columns.ts'
import { trials } from '../schema/benchmark-runs.ts'
import { evalRuns } from '../schema/eval-runs.ts'
import { judgeRuns, judgmentJudgeRuns } from '../schema/judge-runs.ts'
import { citations, judgmentMetrics, judgments, sources } from '../schema/judgments.ts'

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
    .select({ evalRunId: judgeRuns.evalRunId, state: evalRuns.state, evidenceHash: evalRuns.evidenceHash })
    .from(judgeRuns)
    .innerJoin(evalRuns, eq(evalRuns.id, judgeRuns.evalRunId))
    .where(eq(judgeRuns.id, sql.placeholder('judgeRunId')))
    .prepare()

  const selectInTrials = database
    .update(trials)
    .set({ selectedJudgmentId: sql`${sql.placeholder('judgmentId')}` })
    .where(eq(trials.selectedEvalRunId, sql.placeholder('evalRunId')))
    .prepare()

  return (judgment, judgeRunId, atMs) => {
    const { id: judgmentId, evalRunId, evidenceHash, checkpoint, mean } = judgment
    const graded = judged.get({ judgeRunId })
    if (graded?.evalRunId !== evalRunId) throw misplaced(judgment, judgeRunId, graded?.evalRunId)
    if (graded.state !== 'running' && graded.evidenceHash !== evidenceHash) throw ofOtherEvidence(judgment)
    const parts = partsOf(judgment)
    // The parts first: the judgment's own row seals them.
    for (const metric of parts.metrics) insertMetric(metric)
    for (const citation of parts.citations) insertCitation(citation)
    for (const source of parts.sources) insertSource(source)
    const made = { judgmentId, judgeRunId }
    insertJudgeRun(made)
    const row = { id: judgmentId, evalRunId, evidenceHash, checkpoint, mean, createdAtMs: atMs }
    const contentHash = judgmentHash(row, [made], parts.metrics, parts.citations, parts.sources)
    insertJudgment({ ...row, contentHash })
    selectInTrials.run({ judgmentId, evalRunId })
  }
}

/** The rows of a judgment's parts, in the order that they are read in. */
function partsOf({ id: judgmentId, metrics }: Judgment) {
  const byMetric = metrics.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    metrics: metrics.map(({ id: metricId, label, value, reason }, index) =>
      asStored({ judgmentId, position: index + 1, metricId, label, value, reason }),
    ),
    citations: byMetric.flatMap(({ id: metricId, evidence }) =>
      evidence.map((citation, index) =>
        asStored({ judgmentId, metricId, position: index + 1, ...citationRowOf(citation) }),
      ),
    ),
    sources: byMetric.flatMap(({ id: metricId, sources: pages = [] }) =>
      pages.map((url, index) => asStored({ judgmentId, metricId, position: index + 1, url })),
    ),
  }
}

function misplaced(judgment: Judgment, judgeRunId: string, judgedId: string | undefined): StoreError {
  return new StoreError(
    'VITRIAL_STORE_REFUSED',
    `Judgment ${judgment.id} is about eval run ${judgment.evalRunId}, ` +
      `but judge run ${judgeRunId} graded ${judgedId}. Nothing was written.`,
  )
}

function ofOtherEvidence({ id, evalRunId }: Judgment): StoreError {
  return new StoreError(
    'VITRIAL_STORE_REFUSED',
    `Judgment ${id} is of other evidence than eval run ${evalRunId} left: its recording has been exchanged or changed. ` +
      'Nothing was written. Restore the recording from a copy, or run the trial again.',
  )
}
