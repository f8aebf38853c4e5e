import type { Store } from '@vitrial/core/ports'
import type { TrialRecord } from '@vitrial/core/records'
import type { EvalRunState } from '@vitrial/core/states'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { evalRunReads } from './reads/eval-run-reads.ts'
import { judgeRunReads } from './reads/judge-run-reads.ts'
import { openStore } from './sqlite-store.ts'
import { testFolder } from './temporary-folder.fixture.ts'
import {
  begin,
  benchmarkRun,
  evalRunResult,
  judgeRunResult,
  judgment,
  newEvalRun,
  newJudgeRun,
  runAndJudge,
  trialId,
  trials,
} from './records.fixture.ts'

async function firstTrial(store: Store): Promise<TrialRecord | undefined> {
  return await store.readTrial(benchmarkRun.id, trialId)
}

/** What the first trial selects, by id. */
async function selected(store: Store): Promise<readonly (string | undefined)[]> {
  const record = await firstTrial(store)
  return [record?.evalRun?.id, record?.judgeRun?.id, record?.judgment?.id]
}

/** Adds an attempt that ended at the first trial, or at another. */
async function attempt(
  store: Store,
  number: number,
  changes: { candidateFingerprint?: string; trialId?: string; state?: EvalRunState | 'open' } = {},
): Promise<string> {
  const { state = 'completed', ...own } = changes
  const id = `${own.trialId ?? ''}attempt-${number}`
  await store.startEvalRun(newEvalRun({ id, attempt: number, ...own }))
  const { outcome: _, ...result } = evalRunResult
  if (state !== 'open' && state !== 'running') await store.finalizeEvalRun(id, { ...result, state })
  return id
}

/** Judges an eval run; without a judgment if it fails. */
async function judge(store: Store, id: string, evalRunId: string, isFailed = false): Promise<string> {
  await store.startJudgeRun(newJudgeRun({ id, evalRunId }))
  const made = isFailed ? [] : [judgment({ id: `judgment-of-${id}`, evalRunId })]
  await store.finishJudgeRun(id, { ...judgeRunResult, state: isFailed ? 'failed' : 'completed' }, ...made)
  return id
}

const refused = { code: 'VITRIAL_STORE_REFUSED' }

describe.each(['file', 'memory'])('a store in a %s', (place) => {
  async function begun(): Promise<Store> {
    const file = place === 'memory' ? ':memory:' : join(await testFolder(), 'vitrial.db')
    const store = await openStore({ file })
    onTestFinished(() => store[Symbol.asyncDispose]())
    await begin(store)
    return store
  }

  test('reads the attempts at a trial that had the same inputs, the latest first', async () => {
    const store = await begun()
    await attempt(store, 1)
    await attempt(store, 2, { candidateFingerprint: 'candidate-2' })
    await attempt(store, 3, { state: 'interrupted' })
    await attempt(store, 4, { state: 'open' })
    await attempt(store, 1, { trialId: trials[1]?.id ?? '' })
    const query = { trialId, candidateFingerprint: 'candidate-1' }
    const found = await store.readAttempts('bench-1', query)
    expect(found.map(({ id }) => id)).toEqual(['attempt-4', 'attempt-3', 'attempt-1'])
    expect(found.at(-1)).toEqual(await store.readEvalRun('attempt-1'))
    expect(await store.readAttempts('bench-2', query)).toEqual([])
    expect(await store.readAttempts('bench-1', { ...query, candidateFingerprint: 'candidate-3' })).toEqual([])
  })

  test('reads the gradings of an eval run, all or those from the same inputs', async () => {
    const store = await begun()
    await runAndJudge(store)
    await store.startJudgeRun(newJudgeRun({ id: 'judge-run-2', judgeFingerprint: 'judge-2' }))
    await store.startJudgeRun(newJudgeRun({ id: 'judge-run-3' }))
    const read = async (...query: [string?]): Promise<readonly string[]> =>
      (await store.readJudgeRuns('eval-run-1', ...query)).map(({ id }) => id)
    expect(await read()).toEqual(['judge-run-1', 'judge-run-2', 'judge-run-3'])
    expect(await read('judge-1')).toEqual(['judge-run-1', 'judge-run-3'])
    expect(await read('judge-3')).toEqual([])
  })

  test('tells the last attempt, whichever is selected and whether it ended or not', async () => {
    const store = await begun()
    expect(await store.readLastAttempt('bench-1', trialId)).toBe(0)
    const first = await attempt(store, 1)
    await attempt(store, 2)
    await store.select('bench-1', [{ trialId, evalRunId: first }])
    expect(await store.readLastAttempt('bench-1', trialId)).toBe(2)
    await attempt(store, 3, { state: 'open' })
    expect(await store.readLastAttempt('bench-1', trialId)).toBe(3)
    expect(await store.readLastAttempt('bench-1', 'none')).toBe(0)
  })

  test('selects an earlier eval run again with the judging that is named', async () => {
    const store = await begun()
    await runAndJudge(store)
    const before = await firstTrial(store)
    await judge(store, 'judge-run-2', 'eval-run-1')
    await attempt(store, 2)
    expect(await selected(store)).toEqual(['attempt-2', undefined, undefined])
    const evalRun = { trialId, evalRunId: 'eval-run-1' }
    await store.select('bench-1', [{ ...evalRun, judgeRunId: 'judge-run-1', judgmentId: 'judgment-1' }])
    expect(await firstTrial(store)).toEqual(before)
    await store.select('bench-1', [evalRun])
    expect(await selected(store)).toEqual(['eval-run-1', undefined, undefined])
  })

  test('lets a judge run that starts after a selection speak, whatever the clock says', async () => {
    const store = await begun()
    await runAndJudge(store)
    await judge(store, 'judge-run-2', 'eval-run-1')
    const first = { judgeRunId: 'judge-run-1', judgmentId: 'judgment-1' }
    await store.select('bench-1', [{ trialId, evalRunId: 'eval-run-1', ...first }])
    expect(await selected(store)).toEqual(['eval-run-1', 'judge-run-1', 'judgment-1'])
    await store.startJudgeRun(newJudgeRun({ id: 'judge-run-3', startedAtMs: 1 }))
    expect(await selected(store)).toEqual(['eval-run-1', 'judge-run-3', 'judgment-1'])
    await store.finishJudgeRun('judge-run-3', { ...judgeRunResult, state: 'failed' })
    expect(await selected(store)).toEqual(['eval-run-1', 'judge-run-3', 'judgment-1'])
  })

  test('lets nobody speak for a trial who judges an eval run that it does not select', async () => {
    const store = await begun()
    await runAndJudge(store)
    await attempt(store, 2)
    await judge(store, 'late', 'eval-run-1')
    expect(await selected(store)).toEqual(['attempt-2', undefined, undefined])
  })

  test('selects all or nothing, and only what is of the trial itself', async () => {
    const store = await begun()
    await runAndJudge(store)
    const second = await attempt(store, 2)
    const judged = await judge(store, 'judge-run-2', second)
    const foreign = await attempt(store, 1, { trialId: trials[1]?.id ?? '' })
    const before = await selected(store)
    const good = { trialId, evalRunId: 'eval-run-1', judgeRunId: 'judge-run-1', judgmentId: 'judgment-1' }
    const { judgmentId } = good
    for (const bad of [
      { trialId, evalRunId: foreign },
      { trialId, evalRunId: 'none' },
      { ...good, judgeRunId: judged },
      { trialId, evalRunId: second, judgmentId },
      { ...good, trialId: 'none' },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(store.select('bench-1', [good, bad])).rejects.toMatchObject(refused)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await selected(store)).toEqual(before)
    }
  })
})

test('indexes find the attempts at a trial and the gradings of an eval run', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  await attempt(store, 1)
  const queries: string[] = []
  const connection = new Database(file, { readonly: true, verbose: (query) => queries.push(String(query)) })
  onTestFinished(() => void connection.close())
  const database = drizzle(connection)
  const reads = evalRunReads(database)
  reads.readAttempts('bench-1', { trialId, candidateFingerprint: 'none' })
  reads.readLastAttempt('bench-1', trialId)
  judgeRunReads(database).readOf('attempt-1', 'none')
  // What explains them is told to the list too.
  const asked = queries.splice(0)
  expect(asked).toHaveLength(3)
  const steps = asked.map((query) => connection.prepare(`EXPLAIN QUERY PLAN ${query}`).all())
  expect(steps.map(([first]) => String(Object(first).detail))).toEqual([
    expect.stringMatching(/^SEARCH eval_runs USING .*\(benchmark_run_id=\? AND trial_id=\?\)$/),
    expect.stringMatching(/^SEARCH eval_runs USING .*\(benchmark_run_id=\? AND trial_id=\?\)$/),
    expect.stringMatching(/^SEARCH judge_runs USING INDEX judge_runs_by_eval_run \(eval_run_id=\?\)$/),
  ])
})
