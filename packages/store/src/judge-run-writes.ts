import type {
  JudgeCheckRecord,
  JudgeRunInputs,
  JudgeRunProgress,
  JudgeRunResult,
  Judgment,
  NewJudgeRun,
} from '@vitrial/core'
import { eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { createHash } from 'node:crypto'
import { expectFound } from './expect-found.ts'
import { judgmentWrite } from './judgment-write.ts'
import { preparedInsert } from './prepared-insert.ts'
import { errorRowOf } from './schema/error-columns.ts'
import { judgeChecks, judgeInputs, judgeRuns } from './schema/judge-runs.ts'

export interface JudgeRunWrites {
  start(run: NewJudgeRun): void
  update(id: string, progress: JudgeRunProgress): void
  saveCheck(check: JudgeCheckRecord): void
  finish(id: string, result: JudgeRunResult, judgment?: Judgment): void
}

export function judgeRunWrites(database: BetterSQLite3Database): JudgeRunWrites {
  const insertRun = preparedInsert(database, judgeRuns)
  const insertInputs = preparedInsert(database, judgeInputs)
  const hasInputs = database
    .select({ hash: judgeInputs.hash })
    .from(judgeInputs)
    .where(eq(judgeInputs.hash, sql.placeholder('hash')))
    .prepare()
  const writeJudgment = judgmentWrite(database)

  return {
    start({ inputs, ...run }) {
      const stored = {
        ...inputs,
        metrics: inputs.metrics.map(({ id, label, line }) => ({ id, label, line })),
      }
      const hash = hashOf(stored)
      if (!hasInputs.get({ hash })) insertInputs({ hash, ...stored })
      insertRun({ ...run, inputsHash: hash, state: 'running' })
    },

    update(id, progress) {
      // Naming the id keeps a change of nothing valid, and unknown and finalized runs refused.
      const update = database
        .update(judgeRuns)
        .set({ id, ...progress })
        .where(eq(judgeRuns.id, id))
      expectFound(update.run(), `judge run ${id}`)
    },

    saveCheck({ id, startedAtMs = null, completedAtMs = null, outcome = null, ...asked }) {
      const row = { ...asked, startedAtMs, completedAtMs, outcome }
      database
        .insert(judgeChecks)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: judgeChecks.id, set: row })
        .run()
    },

    finish(id, { error, usage, ...result }, judgment) {
      const update = database
        .update(judgeRuns)
        .set({ ...result, ...errorRowOf(error), ...usage })
        .where(eq(judgeRuns.id, id))
      expectFound(update.run(), `judge run ${id}`)
      if (judgment) writeJudgment(judgment, id, result.completedAtMs)
    },
  }
}

function hashOf(inputs: JudgeRunInputs): string {
  const { systemPrompt, rubric, metrics, mode, runtime, protocol, timeoutMs, websearch } = inputs
  const content = JSON.stringify([
    systemPrompt,
    rubric,
    metrics,
    mode,
    runtime,
    protocol,
    timeoutMs,
    websearch,
  ])
  return createHash('sha256').update(content).digest('hex')
}
