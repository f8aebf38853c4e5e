import { StoreError } from '@vitrial/core/errors'
import type { Judgment } from '@vitrial/core/judging'
import type { Page, TrialPageOptions } from '@vitrial/core/ports'
import type { EvalRunRecord, JudgeRunRecord, JudgmentRecord, TrialRecord } from '@vitrial/core/records'
import { isSameModelArm } from '@vitrial/core/trial'
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { checkedLimit } from './checked-limit.ts'
import type { EvalRunReads } from './eval-run-reads.ts'
import { newestJudgmentId, type JudgeRunReads } from './judge-run-reads.ts'
import type { JudgmentReads } from './judgment-reads.ts'
import { armOf } from '../schema/arm-column.ts'
import { trials } from '../schema/benchmark-runs.ts'
import { evalRuns } from '../schema/eval-runs.ts'
import { judgeRuns } from '../schema/judge-runs.ts'

/** Reads trials with what they select. */
export interface TrialReads {
  /** In the order they were declared. */
  page(benchmarkRunId: string, options: TrialPageOptions): Page<TrialRecord>
  /** One trial, retired or not. */
  read(benchmarkRunId: string, trialId: string): TrialRecord | undefined
}

interface RecordReads {
  readonly evalRun: EvalRunReads
  readonly judgeRun: JudgeRunReads
  readonly judgment: JudgmentReads
}

/** Prepares the reads of trials. */
export function trialReads(database: BetterSQLite3Database, reads: RecordReads): TrialReads {
  const { one, rows } = statementsOn(database)
  return {
    read: (benchmarkRunId, trialId) => recordsOf(one.all({ benchmarkRunId, trialId }), reads)[0],
    page(benchmarkRunId, { limit, after, withRetired = false }) {
      // One more than asked for tells whether there is a next page.
      const found = rows.all({
        benchmarkRunId,
        after: positionOf(after),
        limit: checkedLimit(limit) + 1,
        withRetired: withRetired ? 1 : 0,
      })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return {
        rows: recordsOf(page, reads),
        ...(last && { next: String(last.trial.position) }),
      }
    },
  }
}

/** Prepares every query, once for all reads. */
function statementsOn(database: BetterSQLite3Database) {
  const selected = () =>
    database
      .select({ trial: trials, evalRun: evalRuns, judgeRun: judgeRuns, judgmentId: newestJudgmentId })
      .from(trials)
      .leftJoin(evalRuns, eq(evalRuns.id, trials.selectedEvalRunId))
      .leftJoin(judgeRuns, eq(judgeRuns.id, trials.selectedJudgeRunId))
  const one = selected()
    .where(
      and(
        eq(trials.benchmarkRunId, sql.placeholder('benchmarkRunId')),
        eq(trials.id, sql.placeholder('trialId')),
      ),
    )
    .prepare()
  const rows = selected()
    .where(
      and(
        eq(trials.benchmarkRunId, sql.placeholder('benchmarkRunId')),
        gt(trials.position, sql.placeholder('after')),
        or(isNull(trials.retiredAtMs), eq(sql`1`, sql.placeholder('withRetired'))),
      ),
    )
    .orderBy(asc(trials.position))
    .limit(sql.placeholder('limit'))
    .prepare()
  return { one, rows }
}

type TrialRow = ReturnType<ReturnType<typeof statementsOn>['rows']['all']>[number]

function recordsOf(page: readonly TrialRow[], reads: RecordReads): readonly TrialRecord[] {
  const evalRunOf = reads.evalRun.recordsOf(page.flatMap(({ evalRun }) => evalRun ?? []))
  const judgeRunRows = page.flatMap(({ judgeRun, judgmentId }) => (judgeRun ? { judgeRun, judgmentId } : []))
  const judgeRunOf = new Map(reads.judgeRun.recordsOf(judgeRunRows).map((run) => [run.evalRunId, run]))
  const judgmentOf = reads.judgment.read(page.flatMap(({ trial }) => trial.selectedJudgmentId ?? []))
  return page.map(({ trial }) => {
    const { id, evalId, model, repetition, selectedEvalRunId, selectedJudgmentId } = trial
    const evalRun: EvalRunRecord | undefined = evalRunOf.get(selectedEvalRunId ?? '')
    const judgeRun = judgeRunOf.get(selectedEvalRunId ?? '')
    const judgment = judgmentOf.get(selectedJudgmentId ?? '')
    const record = { trial: { id, evalId, model, ...armOf(trial), repetition }, evalRun, judgeRun, judgment }
    const altered = alteredPart(record)
    return {
      trial: record.trial,
      ...(evalRun && { evalRun }),
      ...(judgeRun && { judgeRun }),
      ...(judgment && { judgment: withoutMark(judgment) }),
      ...(altered && { altered }),
    }
  })
}

/** A trial's rows as they were read, marked where they no longer are what was written. */
interface ReadTrial {
  readonly trial: TrialRecord['trial']
  readonly evalRun: EvalRunRecord | undefined
  readonly judgeRun: JudgeRunRecord | undefined
  readonly judgment: JudgmentRecord | undefined
}

function alteredPart({ trial, evalRun, judgeRun, judgment }: ReadTrial): TrialRecord['altered'] {
  if (evalRun === undefined) return undefined
  const isItsOwn = evalRun.evalId === trial.evalId && isSameModelArm(evalRun, trial)
  if (evalRun.isAltered || !isItsOwn) return 'run'
  if (judgeRun?.isAltered || judgment?.isAltered) return 'judgment'
  if (judgment === undefined || evalRun.state === 'running') return undefined
  return judgment.evidenceHash === evalRun.evidenceHash ? undefined : 'judgment'
}

function withoutMark({ isAltered: _isAltered, ...judgment }: JudgmentRecord): Judgment {
  return judgment
}

function positionOf(after: string | undefined): number {
  if (after === undefined) return 0
  if (/^\d+$/.test(after)) return Number(after)
  throw new StoreError(
    'VITRIAL_STORE_REFUSED',
    `"${after}" does not continue a page: pass the \`next\` of the page before, unchanged.`,
  )
}
