import { StoreError } from '@vitrial/core/errors'
import type { Declaration } from '@vitrial/core/records'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { fingerprintRead, fingerprintWrite } from './fingerprint-rows.ts'
import { preparedInsert } from './prepared-insert.ts'
import { armOf, armRowOf } from '../schema/arm-column.ts'
import { declaredMetrics, trials } from '../schema/benchmark-runs.ts'

/** Keeps what a benchmark declares. A trial that is known keeps its place and what it selects. */
export function declarationWrite(
  database: BetterSQLite3Database,
): (benchmarkRunId: string, declaration: Declaration) => void {
  const keepFingerprint = fingerprintWrite(database)
  const insertMetric = preparedInsert(database, declaredMetrics)
  const ofRun = eq(trials.benchmarkRunId, sql.placeholder('benchmarkRunId'))
  const lastPosition = database
    .select({ position: sql<number>`coalesce(max(position), 0)` })
    .from(trials)
    .where(ofRun)
    .prepare()
  const forgetTrials = database.update(trials).set({ isDeclared: false }).where(ofRun).prepare()
  const forgetMetrics = database
    .delete(declaredMetrics)
    .where(eq(declaredMetrics.benchmarkRunId, sql.placeholder('benchmarkRunId')))
    .prepare()
  const insertTrial = prepareTrial(database)

  return (benchmarkRunId, declaration) => {
    forgetTrials.run({ benchmarkRunId })
    forgetMetrics.run({ benchmarkRunId })
    for (const { id: evalId, metrics } of declaration.evals) {
      metrics.forEach(({ id: metricId, label }, index) =>
        insertMetric({ benchmarkRunId, evalId, position: index + 1, metricId, label }),
      )
    }
    let position = lastPosition.get({ benchmarkRunId })?.position ?? 0
    const kept = new Set<string>()
    for (const { today, id, evalId, model, arm, repetition } of declaration.trials) {
      position += 1
      for (const each of [today?.candidate, today?.judge]) {
        if (each === undefined || kept.has(each.fingerprint)) continue
        keepFingerprint(each.fingerprint, each.components)
        kept.add(each.fingerprint)
      }
      const { changes } = insertTrial.run({
        benchmarkRunId,
        id,
        position,
        evalId,
        model,
        ...armRowOf({ arm }),
        repetition,
        candidate: today?.candidate.fingerprint ?? null,
        judge: today?.judge?.fingerprint ?? null,
      })
      if (changes === 0) throw ofAnotherArm(id)
    }
  }
}

/** Adds a trial, or declares one again that is there; changes nothing where that has another model or arm. */
function prepareTrial(database: BetterSQLite3Database) {
  const candidate = sql`${sql.placeholder('candidate')}`
  const judge = sql`${sql.placeholder('judge')}`
  return database
    .insert(trials)
    .values({
      benchmarkRunId: sql.placeholder('benchmarkRunId'),
      id: sql.placeholder('id'),
      position: sql.placeholder('position'),
      evalId: sql.placeholder('evalId'),
      model: sql.placeholder('model'),
      arm: sql.placeholder('arm'),
      repetition: sql.placeholder('repetition'),
      isDeclared: true,
      declaredCandidateFingerprint: candidate,
      declaredJudgeFingerprint: judge,
    })
    .onConflictDoUpdate({
      target: [trials.benchmarkRunId, trials.id],
      set: {
        retiredAtMs: null,
        isDeclared: true,
        declaredCandidateFingerprint: sql`excluded.declared_candidate_fingerprint`,
        declaredJudgeFingerprint: sql`excluded.declared_judge_fingerprint`,
      },
      setWhere: sql`(${trials.model}, ${trials.arm}) = (excluded.model, excluded.arm)`,
    })
    .prepare()
}

/** An id is read from its end: `a:b:c:1` can be model `b:c` in no arm, or model `b` in arm `c`. */
function ofAnotherArm(trialId: string): StoreError {
  return new StoreError(
    'VITRIAL_STORE_REFUSED',
    `Trial ${trialId} is on record with another model or arm under the same id. ` +
      'Nothing was written. Name the arm otherwise, or start a new run.',
  )
}

/** Reads what was declared last. */
export function declarationRead(database: BetterSQLite3Database): (benchmarkRunId: string) => Declaration {
  const readFingerprints = fingerprintRead(database)
  const declared = database
    .select()
    .from(trials)
    .where(and(eq(trials.benchmarkRunId, sql.placeholder('benchmarkRunId')), eq(trials.isDeclared, true)))
    .orderBy(asc(trials.position))
    .prepare()
  const metricRows = database
    .select()
    .from(declaredMetrics)
    .where(eq(declaredMetrics.benchmarkRunId, sql.placeholder('benchmarkRunId')))
    .orderBy(asc(declaredMetrics.evalId), asc(declaredMetrics.position))
    .prepare()

  return (benchmarkRunId) => {
    const rows = declared.all({ benchmarkRunId })
    const components = readFingerprints(
      rows.flatMap((row) =>
        [row.declaredCandidateFingerprint ?? [], row.declaredJudgeFingerprint ?? []].flat(),
      ),
    )
    const fingerprintOf = (fingerprint: string) => ({
      fingerprint,
      components: components.get(fingerprint) ?? {},
    })
    const evals = new Map<string, { id: string; label: string }[]>()
    for (const { evalId, metricId, label } of metricRows.all({ benchmarkRunId })) {
      const metrics = evals.get(evalId) ?? []
      metrics.push({ id: metricId, label })
      evals.set(evalId, metrics)
    }
    return {
      trials: rows.map(({ id, evalId, model, repetition, ...row }) => {
        const { declaredCandidateFingerprint: candidate, declaredJudgeFingerprint: judge } = row
        const today = candidate !== null && {
          today: {
            candidate: fingerprintOf(candidate),
            judge: judge === null ? undefined : fingerprintOf(judge),
          },
        }
        return { id, evalId, model, ...armOf(row), repetition, ...today }
      }),
      evals: [...evals].map(([id, metrics]) => ({ id, metrics })),
    }
  }
}
