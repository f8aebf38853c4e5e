import type { BenchmarkRunRecord, BenchmarkRunState, Selection, Store, Trial } from '@vitrial/core'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { expectFound } from './expect-found.ts'
import { inIds } from './in-ids.ts'
import { preparedInsert } from './prepared-insert.ts'
import { benchmarkRuns, trials } from './schema/benchmark-runs.ts'

export type ResumedRun = Parameters<Store['resumeBenchmarkRun']>[1]

export interface BenchmarkRunWrites {
  start(run: Omit<BenchmarkRunRecord, 'state' | 'completedAtMs'>): void
  resume(id: string, resumed: ResumedRun): void
  touch(id: string, atMs: number): void
  finish(id: string, state: Exclude<BenchmarkRunState, 'running'>, atMs: number): void
  declareTrials(id: string, declared: readonly Trial[]): void
  retireTrials(id: string, trialIds: readonly string[], atMs: number): void
  select(id: string, selections: readonly Selection[]): void
}

export function benchmarkRunWrites(database: BetterSQLite3Database): BenchmarkRunWrites {
  const insertRun = preparedInsert(database, benchmarkRuns)
  // A trial that is known keeps its place and what it selects.
  const insertTrial = database
    .insert(trials)
    .values({
      benchmarkRunId: sql.placeholder('benchmarkRunId'),
      id: sql.placeholder('id'),
      position: sql.placeholder('position'),
      evalId: sql.placeholder('evalId'),
      model: sql.placeholder('model'),
      repetition: sql.placeholder('repetition'),
    })
    .onConflictDoUpdate({ target: [trials.benchmarkRunId, trials.id], set: { retiredAtMs: null } })
    .prepare()
  const setSelection = database
    .update(trials)
    .set({
      selectedEvalRunId: sql`${sql.placeholder('evalRunId')}`,
      selectedJudgeRunId: sql`${sql.placeholder('judgeRunId')}`,
      selectedJudgmentId: sql`${sql.placeholder('judgmentId')}`,
    })
    .where(
      and(
        eq(trials.benchmarkRunId, sql.placeholder('benchmarkRunId')),
        eq(trials.id, sql.placeholder('trialId')),
      ),
    )
    .prepare()
  const lastPosition = database
    .select({ position: sql<number>`coalesce(max(position), 0)` })
    .from(trials)
    .where(eq(trials.benchmarkRunId, sql.placeholder('benchmarkRunId')))
    .prepare()

  return {
    start({ owner, ...run }) {
      insertRun({
        ...run,
        state: 'running',
        ownerMachine: owner.machine,
        ownerPid: owner.pid,
        ownerStartedAtMs: owner.startedAtMs,
      })
    },

    resume(id, { owner, definition, atMs }) {
      const update = database
        .update(benchmarkRuns)
        .set({
          state: 'running',
          completedAtMs: null,
          updatedAtMs: atMs,
          ownerMachine: owner.machine,
          ownerPid: owner.pid,
          ownerStartedAtMs: owner.startedAtMs,
          definition,
        })
        .where(eq(benchmarkRuns.id, id))
      expectFound(update.run(), `benchmark run ${id}`)
    },

    touch(id, atMs) {
      const updatedAtMs = sql`max(${benchmarkRuns.updatedAtMs}, ${atMs})`
      const update = database.update(benchmarkRuns).set({ updatedAtMs }).where(eq(benchmarkRuns.id, id))
      expectFound(update.run(), `benchmark run ${id}`)
    },

    finish(id, state, atMs) {
      const update = database
        .update(benchmarkRuns)
        .set({ state, completedAtMs: atMs, updatedAtMs: atMs })
        .where(eq(benchmarkRuns.id, id))
      expectFound(update.run(), `benchmark run ${id}`)
    },

    declareTrials(benchmarkRunId, declared) {
      let position = lastPosition.get({ benchmarkRunId })?.position ?? 0
      for (const { id, evalId, model, repetition } of declared) {
        position += 1
        insertTrial.run({ benchmarkRunId, id, position, evalId, model, repetition })
      }
    },

    retireTrials(benchmarkRunId, trialIds, atMs) {
      database
        .update(trials)
        .set({ retiredAtMs: atMs })
        .where(and(eq(trials.benchmarkRunId, benchmarkRunId), isNull(trials.retiredAtMs), inIds(trials.id)))
        .prepare()
        .run({ ids: JSON.stringify(trialIds) })
    },

    select(benchmarkRunId, selections) {
      for (const { trialId, judgeRunId = null, judgmentId = null, ...selection } of selections) {
        const selected = setSelection.run({ benchmarkRunId, trialId, judgeRunId, judgmentId, ...selection })
        expectFound(selected, `trial ${trialId}`)
      }
    },
  }
}
