import type { Store } from '@vitrial/core/ports'
import { trialsOf } from '@vitrial/core/trial'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './sqlite-store.ts'
import { testFolder } from './temporary-folder.fixture.ts'
import {
  benchmarkRun,
  evalRunResult,
  newEvalRun,
  newJudgeRun,
  judgeRunResult,
  judgment,
} from './records.fixture.ts'

const arms = trialsOf({
  evalIds: ['ask-dialect'],
  models: ['scripted/careful'],
  arms: ['without', 'with'],
  repetitions: 1,
})
const [none] = trialsOf({ evalIds: ['ask-dialect'], models: ['scripted/careful'], repetitions: 1 })

/** A store in which the two arms, and what there was before them, ran with the same inputs. */
async function withThreeRuns(file: string): Promise<Store> {
  const store = await openStore({ file })
  await store.startBenchmarkRun(benchmarkRun)
  await store.declare(benchmarkRun.id, { trials: none ? [none, ...arms] : [], evals: [] })
  for (const { id, trialId, arm } of [
    { id: 'eval-run-1', trialId: 'ask-dialect:scripted/careful:1' },
    { id: 'eval-run-2', trialId: 'ask-dialect:scripted/careful:without:1', arm: 'without' },
    { id: 'eval-run-3', trialId: 'ask-dialect:scripted/careful:with:1', arm: 'with' },
  ]) {
    await store.startEvalRun(newEvalRun({ id, trialId, ...(arm !== undefined && { arm }) }))
    await store.finalizeEvalRun(id, evalRunResult)
  }
  return store
}

test('keeps the arm of trials, runs and costs, and none where there is none', async () => {
  await using store = await withThreeRuns(':memory:')
  await store.startJudgeRun(newJudgeRun({ evalRunId: 'eval-run-3' }))
  await store.finishJudgeRun('judge-run-1', judgeRunResult, judgment({ evalRunId: 'eval-run-3' }))
  const { rows } = await store.readTrials('bench-1', { limit: 10 })
  expect(rows.map(({ trial }) => trial)).toStrictEqual([none, ...arms])
  expect(rows.map(({ evalRun }) => evalRun)).toMatchObject([{}, { arm: 'without' }, { arm: 'with' }])
  expect(rows[0]?.evalRun).not.toHaveProperty('arm')
  expect(rows.map(({ altered }) => altered)).toEqual([undefined, undefined, undefined])
  const { trials } = await store.readDeclaration('bench-1')
  expect(trials).toStrictEqual([none, ...arms])
  const { rows: costs } = await store.readRunCosts('bench-1', { limit: 10 })
  expect(costs.map(({ id, arm }) => [id, arm])).toEqual([
    ['eval-run-1', undefined],
    ['eval-run-2', 'without'],
    ['eval-run-3', 'with'],
    ['judge-run-1', 'with'],
  ])
  expect(costs[0]).not.toHaveProperty('arm')
})

test('finds no earlier run of one arm for another, though its inputs are the same', async () => {
  await using store = await withThreeRuns(':memory:')
  const query = { trialId: 'ask-dialect:scripted/careful:with:1', candidateFingerprint: 'candidate-1' }
  expect((await store.readAttempts('bench-1', query)).map(({ id }) => id)).toEqual(['eval-run-3'])
  const selection = { trialId: query.trialId, evalRunId: 'eval-run-2' }
  await expect(store.select('bench-1', [selection])).rejects.toMatchObject({ code: 'VITRIAL_STORE_REFUSED' })
})

test('refuses a trial whose id another model or arm has already, and writes nothing', async () => {
  await using store = await openStore({ file: ':memory:' })
  await store.startBenchmarkRun(benchmarkRun)
  const evalIds = ['ask']
  const tagged = trialsOf({ evalIds, models: ['local/llama:8b'], repetitions: 1 })
  const taken = trialsOf({ evalIds, models: ['local/llama'], arms: ['7b', '8b'], repetitions: 1 })
  expect(taken[1]?.id).toBe(tagged[0]?.id)
  await store.declare('bench-1', { trials: tagged, evals: [] })
  await expect(store.declare('bench-1', { trials: taken, evals: [] })).rejects.toMatchObject({
    code: 'VITRIAL_STORE_REFUSED',
    message: expect.stringContaining('ask:local/llama:8b:1'),
  })
  expect((await store.readDeclaration('bench-1')).trials).toStrictEqual(tagged)
})

test.each([
  ['of a run', 'eval_runs', "arm = '' WHERE id = 'eval-run-3'", 'ask-dialect:scripted/careful:with:1'],
  ['of a trial', 'trials', "arm = 'with' WHERE arm = 'without'", 'ask-dialect:scripted/careful:without:1'],
])('sees an edit of the arm %s', async (_, table, set, trialId) => {
  const file = join(await testFolder(), 'vitrial.db')
  await (await withThreeRuns(file))[Symbol.asyncDispose]()
  const raw = new Database(file)
  for (const name of raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()) {
    raw.exec(`DROP TRIGGER ${String(name)}`)
  }
  expect(raw.prepare(`UPDATE ${table} SET ${set}`).run().changes).toBe(1)
  raw.close()
  await using store = await openStore({ file })
  const { rows } = await store.readTrials('bench-1', { limit: 10 })
  const altered = rows.filter((record) => record.altered !== undefined)
  expect(altered.map(({ trial, altered: part }) => [trial.id, part])).toEqual([[trialId, 'run']])
  const { rows: faults } = await store.readRowFaults('bench-1', { limit: 10 })
  expect(faults.map((fault) => fault.table)).toContain(table)
  expect(faults.map((fault) => fault.table)).not.toContain(table === 'trials' ? 'eval_runs' : 'trials')
})

test('a run keeps the arm that it started in', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await withThreeRuns(file)
  await store.startEvalRun(newEvalRun({ id: 'open-run', attempt: 2 }))
  const raw = new Database(file)
  const edit = "UPDATE eval_runs SET arm = 'with' WHERE id = 'open-run'"
  expect(() => raw.exec(edit)).toThrow('keeps what it started with')
  raw.close()
})
