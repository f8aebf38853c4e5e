import type { Store } from '@vitrial/core/ports'
import type { TrialRecord } from '@vitrial/core/records'
import { trialOf, trialsOf } from '@vitrial/core/trial'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { evalRunReads } from './reads/eval-run-reads.ts'
import { judgeRunReads } from './reads/judge-run-reads.ts'
import { judgmentReads } from './reads/judgment-reads.ts'
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
import { trialReads } from './reads/trial-reads.ts'

async function readAll(store: Store, limit: number): Promise<readonly TrialRecord[]> {
  const rows: TrialRecord[] = []
  let after: string | undefined
  do {
    const page = await store.readTrials(benchmarkRun.id, { limit, ...(after !== undefined && { after }) })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    after = page.next
  } while (after !== undefined)
  return rows
}

async function firstTrial(store: Store): Promise<TrialRecord | undefined> {
  return (await store.readTrials(benchmarkRun.id, { limit: 1 })).rows[0]
}

function refused(message: string) {
  return { code: 'VITRIAL_STORE_REFUSED', message: expect.stringContaining(message) }
}

describe.each(['file', 'memory'])('a store in a %s', (place) => {
  async function open(): Promise<Store> {
    const file = place === 'memory' ? ':memory:' : join(await testFolder(), 'results', 'vitrial.db')
    const store = await openStore({ file })
    onTestFinished(() => store[Symbol.asyncDispose]())
    return store
  }

  async function begun(): Promise<Store> {
    const store = await open()
    await begin(store)
    return store
  }

  test('reads a benchmark run as it stands', async () => {
    const store = await open()
    await store.startBenchmarkRun(benchmarkRun)
    expect(await store.readBenchmarkRun('bench-1')).toEqual({ ...benchmarkRun, state: 'running' })
    await store.touchBenchmarkRun('bench-1', 5000)
    await store.touchBenchmarkRun('bench-1', 4000)
    expect(await store.readBenchmarkRun('bench-1')).toMatchObject({ updatedAtMs: 5000 })
    await store.finishBenchmarkRun('bench-1', 'incomplete', 6000)
    expect(await store.readBenchmarkRun('bench-1')).toEqual({
      ...benchmarkRun,
      state: 'incomplete',
      updatedAtMs: 6000,
      completedAtMs: 6000,
    })
    expect(await store.readBenchmarkRun('bench-2')).toBeUndefined()
  })

  test('pages through the trials in the order they were declared', async () => {
    const store = await begun()
    const many = trialsOf({ evalIds: ['zeta', 'alpha'], models: ['scripted/hasty'], repetitions: 6 })
    await store.declare('bench-1', { trials: many, evals: [] })
    const read = await readAll(store, 5)
    expect(read.map(({ trial }) => trial)).toEqual([...trials, ...many])
    expect(await store.readTrials('bench-1', { limit: 16 })).not.toHaveProperty('next')
  })

  test('declares a known trial again without losing its place or what it selects', async () => {
    const store = await begun()
    await runAndJudge(store)
    await store.declare('bench-1', {
      trials: [trialOf({ evalId: 'new', model: 'scripted/careful', repetition: 1 }), ...trials.toReversed()],
      evals: [],
    })
    const read = await readAll(store, 100)
    expect(read.map(({ trial }) => trial.id)).toEqual([
      ...trials.map(({ id }) => id),
      'new:scripted/careful:1',
    ])
    expect(read[0]?.judgment?.id).toBe('judgment-1')
  })

  test.each([[{ limit: 0 }], [{ limit: 1.5 }], [{ limit: 1, after: 'x' }]])(
    'refuses the page %j',
    async (page) => {
      const store = await begun()
      await expect(store.readTrials('bench-1', page)).rejects.toMatchObject({ code: 'VITRIAL_STORE_REFUSED' })
    },
  )

  test('reads an eval run while it runs and after it ended', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    expect(await store.readEvalRun('eval-run-1')).toEqual({ ...newEvalRun(), state: 'running' })
    await store.markExecuting('eval-run-1', 1500)
    expect(await store.readEvalRun('eval-run-1')).toMatchObject({ executionStartedAtMs: 1500 })
    expect((await firstTrial(store))?.evalRun).toBeUndefined()
    await store.finalizeEvalRun('eval-run-1', evalRunResult)
    const ended = { ...newEvalRun(), executionStartedAtMs: 1500, ...evalRunResult }
    expect(await store.readEvalRun('eval-run-1')).toEqual(ended)
    expect((await firstTrial(store))?.evalRun).toEqual(ended)
    expect(await store.readEvalRun('eval-run-2')).toBeUndefined()
  })

  test('keeps the error of a run with the place it is about', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    const error = {
      code: 'VITRIAL_INFRA_PROVIDER',
      message: 'The provider is away.',
      location: { file: 'benchmark.ts', line: 3, key: 'judge.model' },
    } as const
    const result = { state: 'infra_failed', error, completedAtMs: 1, usage: evalRunResult.usage } as const
    await store.finalizeEvalRun('eval-run-1', { ...result, measurements: [] })
    expect(await store.readEvalRun('eval-run-1')).toEqual({ ...newEvalRun(), ...result, measurements: [] })
  })

  test('keeps an unknown cost unknown', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    const usage = { ...evalRunResult.usage, costUsd: null }
    await store.finalizeEvalRun('eval-run-1', { ...evalRunResult, usage })
    expect(await store.readEvalRun('eval-run-1')).toMatchObject({ usage })
  })

  test('holds an eval run without a trial and selects it nowhere', async () => {
    const store = await begun()
    const { trialId: _, ...ingested } = newEvalRun()
    await store.startEvalRun(ingested)
    await store.finalizeEvalRun('eval-run-1', evalRunResult)
    expect(await store.readEvalRun('eval-run-1')).toEqual({ ...ingested, ...evalRunResult })
    expect((await readAll(store, 100)).filter(({ evalRun }) => evalRun)).toEqual([])
  })

  test('reads a judge run while it runs and after it ended', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    await store.finalizeEvalRun('eval-run-1', evalRunResult)
    await store.startJudgeRun(newJudgeRun())
    expect(await store.readJudgeRuns('eval-run-1')).toEqual([{ ...newJudgeRun(), state: 'running' }])
    const progress = { activity: 'finalizing', executionStartedAtMs: 2300, archiveStartedAtMs: 2800 } as const
    await store.updateJudgeRun('judge-run-1', { activity: 'checking' })
    await store.updateJudgeRun('judge-run-1', progress)
    await store.updateJudgeRun('judge-run-1', {})
    const error = { code: 'VITRIAL_JUDGE_CRASHED', message: 'It crashed.' } as const
    const result = { ...judgeRunResult, state: 'failed', error } as const
    await store.finishJudgeRun('judge-run-1', result)
    const ended = { ...newJudgeRun(), ...progress, ...result }
    expect(await store.readJudgeRuns('eval-run-1')).toEqual([ended])
    expect(await firstTrial(store)).not.toHaveProperty('judgment')
    expect((await firstTrial(store))?.judgeRun).toEqual(ended)
  })

  test('keeps a judgment with its metrics in rubric order and selects it', async () => {
    const store = await begun()
    await runAndJudge(store)
    expect(await store.readJudgment('judgment-1')).toEqual(judgment())
    const first = await firstTrial(store)
    expect(first?.judgment).toEqual(judgment())
    expect(first?.judgeRun).toEqual({ ...newJudgeRun(), ...judgeRunResult, judgmentId: 'judgment-1' })
    expect(await store.readJudgment('judgment-2')).toBeUndefined()
  })

  test('selects the newest judgment and tells the newest judge run', async () => {
    const store = await begun()
    await runAndJudge(store)
    await store.startJudgeRun(newJudgeRun({ id: 'judge-run-0', startedAtMs: 4000 }))
    await store.finishJudgeRun(
      'judge-run-0',
      { ...judgeRunResult, completedAtMs: 5000 },
      judgment({ id: 'j-2' }),
    )
    const first = await firstTrial(store)
    expect(first?.judgment?.id).toBe('j-2')
    expect(first?.judgeRun).toMatchObject({ id: 'judge-run-0', judgmentId: 'j-2' })
    const ids = (await store.readJudgeRuns('eval-run-1')).map(({ id }) => id)
    expect(ids).toEqual(['judge-run-1', 'judge-run-0'])
  })

  test('lets a new attempt replace the selected run and its judgment', async () => {
    const store = await begun()
    await runAndJudge(store)
    await store.startEvalRun(newEvalRun({ id: 'eval-run-2', attempt: 2 }))
    expect((await firstTrial(store))?.judgment?.id).toBe('judgment-1')
    await store.finalizeEvalRun('eval-run-2', evalRunResult)
    const first = await firstTrial(store)
    expect(first?.evalRun?.id).toBe('eval-run-2')
    expect(first).not.toHaveProperty('judgment')
    expect(first).not.toHaveProperty('judgeRun')
  })

  test('tells the last attempt at a trial, which need not be the selected one', async () => {
    const store = await begun()
    expect(await store.readLastAttempt('bench-1', trialId)).toBe(0)
    await store.startEvalRun(newEvalRun())
    await store.startEvalRun(newEvalRun({ id: 'eval-run-3', attempt: 3 }))
    await store.finalizeEvalRun('eval-run-3', evalRunResult)
    await store.finalizeEvalRun('eval-run-1', evalRunResult)
    expect((await store.readTrial('bench-1', trialId))?.evalRun?.attempt).toBe(1)
    expect(await store.readLastAttempt('bench-1', trialId)).toBe(3)
    expect(await store.readLastAttempt('bench-1', trials[1]?.id ?? '')).toBe(0)
    expect(await store.readLastAttempt('bench-2', trialId)).toBe(0)
  })

  test('keeps a late judgment of a superseded run but does not select it', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    await store.finalizeEvalRun('eval-run-1', evalRunResult)
    await store.startJudgeRun(newJudgeRun())
    await store.startEvalRun(newEvalRun({ id: 'eval-run-2', attempt: 2 }))
    await store.finalizeEvalRun('eval-run-2', evalRunResult)
    await store.finishJudgeRun('judge-run-1', judgeRunResult, judgment())
    expect(await store.readJudgment('judgment-1')).toEqual(judgment())
    expect(await firstTrial(store)).not.toHaveProperty('judgment')
  })

  test('selects the judgment that a live judge made before the run ended', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    await store.startJudgeRun(newJudgeRun())
    await store.finishJudgeRun('judge-run-1', judgeRunResult, judgment())
    expect(await firstTrial(store)).not.toHaveProperty('judgment')
    const { outcome: _, ...result } = evalRunResult
    await store.finalizeEvalRun('eval-run-1', { ...result, state: 'stopped' })
    expect(await firstTrial(store)).toMatchObject({
      judgeRun: { id: 'judge-run-1' },
      judgment: { id: 'judgment-1' },
    })
  })

  test('refuses a judgment about another eval run, and keeps the judge run open', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    await store.startEvalRun(newEvalRun({ id: 'eval-run-2', attempt: 2 }))
    await store.startJudgeRun(newJudgeRun())
    const misplaced = judgment({ evalRunId: 'eval-run-2' })
    await expect(store.finishJudgeRun('judge-run-1', judgeRunResult, misplaced)).rejects.toMatchObject({
      code: 'VITRIAL_STORE_REFUSED',
      message: expect.stringContaining('judge run judge-run-1 graded eval-run-1'),
    })
    expect((await store.readJudgeRuns('eval-run-1'))[0]?.state).toBe('running')
    expect(await store.readJudgment('judgment-1')).toBeUndefined()
  })

  test('reads the checks of a judge run as they were last saved', async () => {
    const store = await begun()
    await store.startEvalRun(newEvalRun())
    await store.startJudgeRun(newJudgeRun())
    const check = {
      id: 'check-b',
      judgeRunId: 'judge-run-1',
      requestId: 'request-1',
      phase: 'early',
      checkpoint: 3,
      queuedAtMs: 10,
    } as const
    await store.saveCheck({ ...check, id: 'check-a', queuedAtMs: 20 })
    await store.saveCheck(check)
    const ended = { ...check, startedAtMs: 11, completedAtMs: 12, outcome: 'continued' } as const
    await store.saveCheck(ended)
    expect(await store.readChecks('judge-run-1')).toEqual([
      ended,
      { ...check, id: 'check-a', queuedAtMs: 20 },
    ])
  })

  test('refuses a second write to what is finalized and keeps the first', async () => {
    const store = await begun()
    await runAndJudge(store)
    const immutable = { name: 'StoreError', code: 'VITRIAL_STORE_IMMUTABLE' }
    const again = { ...evalRunResult, state: 'cancelled' as const, measurements: [] }
    await expect(store.finalizeEvalRun('eval-run-1', evalRunResult)).rejects.toMatchObject(immutable)
    await expect(store.finalizeEvalRun('eval-run-1', again)).rejects.toMatchObject({
      ...immutable,
      message: expect.stringContaining('finalize eval run eval-run-1'),
    })
    await expect(store.startEvalRun(newEvalRun())).rejects.toMatchObject(immutable)
    await expect(store.markExecuting('eval-run-1', 1)).rejects.toMatchObject(immutable)
    await expect(store.updateJudgeRun('judge-run-1', {})).rejects.toMatchObject(immutable)
    await expect(
      store.finishJudgeRun('judge-run-1', judgeRunResult, judgment({ id: 'j-2' })),
    ).rejects.toMatchObject(immutable)
    await store.startJudgeRun(newJudgeRun({ id: 'judge-run-2' }))
    await expect(store.finishJudgeRun('judge-run-2', judgeRunResult, judgment())).rejects.toMatchObject(
      immutable,
    )
    expect(await store.readEvalRun('eval-run-1')).toEqual({ ...newEvalRun(), ...evalRunResult })
    expect((await firstTrial(store))?.judgment).toEqual(judgment())
  })

  test('refuses to change what was never started', async () => {
    const store = await begun()
    await expect(store.finalizeEvalRun('nope', { ...evalRunResult, measurements: [] })).rejects.toMatchObject(
      refused('eval run nope'),
    )
    await expect(store.updateJudgeRun('nope', { activity: 'checking' })).rejects.toMatchObject(
      refused('judge run nope'),
    )
    await expect(store.touchBenchmarkRun('nope', 1)).rejects.toMatchObject(refused('benchmark run nope'))
    await expect(store.startEvalRun(newEvalRun({ trialId: 'nope' }))).rejects.toMatchObject(
      refused('start eval run eval-run-1'),
    )
  })

  test('refuses values that no record may have', async () => {
    const store = await begun()
    const invalid = { code: 'VITRIAL_STORE_REFUSED' }
    await expect(store.startEvalRun(newEvalRun({ attempt: 0 }))).rejects.toMatchObject(invalid)
    await expect(store.startEvalRun(newEvalRun({ startedAtMs: 0.5 }))).rejects.toMatchObject(invalid)
    await store.startEvalRun(newEvalRun())
    await expect(store.startEvalRun(newEvalRun({ id: 'other' }))).rejects.toMatchObject(invalid)
    await store.startJudgeRun(newJudgeRun())
    const metrics = judgment().metrics.map((metric) => ({ ...metric, value: 1.5 }))
    await expect(
      store.finishJudgeRun('judge-run-1', judgeRunResult, judgment({ metrics })),
    ).rejects.toMatchObject(invalid)
  })

  test('commits what is under way when it closes and refuses the rest', async () => {
    const store = await open()
    const underWay = store.startBenchmarkRun(benchmarkRun)
    const closing = store[Symbol.asyncDispose]()
    await expect(underWay).resolves.toBeUndefined()
    await closing
    const closed = { code: 'VITRIAL_STORE_REFUSED', message: expect.stringContaining('is closed') }
    await expect(store.touchBenchmarkRun('bench-1', 1)).rejects.toMatchObject(closed)
    await expect(store.readBenchmarkRun('bench-1')).rejects.toMatchObject(closed)
  })
})

test('still has everything when the file is opened again', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  {
    await using store = await openStore({ file })
    await begin(store)
    await runAndJudge(store)
  }
  await using store = await openStore({ file })
  expect(await firstTrial(store)).toEqual({
    trial: trials[0],
    evalRun: { ...newEvalRun(), ...evalRunResult },
    judgeRun: { ...newJudgeRun(), ...judgeRunResult, judgmentId: 'judgment-1' },
    judgment: judgment(),
  })
})

test('leaves out a retired trial until it is declared again', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  const raw = new Database(file)
  raw.prepare('UPDATE trials SET retired_at_ms = 1 WHERE id = ?').run(trialId)
  raw.close()
  expect((await firstTrial(store))?.trial.id).not.toBe(trialId)
  await store.declare('bench-1', { trials: trials, evals: [] })
  expect((await firstTrial(store))?.trial.id).toBe(trialId)
})

test('stores the same judge inputs once', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  await store.startEvalRun(newEvalRun())
  await store.startJudgeRun(newJudgeRun())
  await store.startJudgeRun(newJudgeRun({ id: 'judge-run-2', seat: 2 }))
  const inputs = { ...newJudgeRun().inputs, websearch: true }
  await store.startJudgeRun(newJudgeRun({ id: 'judge-run-3', seat: 3, inputs }))
  const raw = new Database(file, { readonly: true })
  expect(raw.prepare('SELECT count(*) FROM judge_inputs').pluck().get()).toBe(2)
  raw.close()
  expect((await store.readJudgeRuns('eval-run-1')).map((run) => run.inputs.websearch)).toEqual([
    false,
    false,
    true,
  ])
})

test('reads a page with as many queries as a page of one', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await store.startBenchmarkRun(benchmarkRun)
  const many = trialsOf({ evalIds: ['ask-dialect'], models: ['scripted/careful'], repetitions: 60 })
  await store.declare('bench-1', { trials: many, evals: [] })
  await Promise.all(
    many.map(async ({ id: trial, repetition }) => {
      const evalRunId = `eval-run-${repetition}`
      const judgeRunId = `judge-run-${repetition}`
      await store.startEvalRun(newEvalRun({ id: evalRunId, trialId: trial }))
      await store.finalizeEvalRun(evalRunId, evalRunResult)
      await store.startJudgeRun(newJudgeRun({ id: judgeRunId, evalRunId }))
      await store.finishJudgeRun(
        judgeRunId,
        judgeRunResult,
        judgment({ id: `judgment-${repetition}`, evalRunId }),
      )
    }),
  )
  const queries: string[] = []
  const connection = new Database(file, { readonly: true, verbose: (query) => queries.push(String(query)) })
  onTestFinished(() => void connection.close())
  const database = drizzle(connection)
  const reads = trialReads(database, {
    evalRun: evalRunReads(database),
    judgeRun: judgeRunReads(database),
    judgment: judgmentReads(database),
  })
  const countFor = (limit: number): number => {
    queries.length = 0
    const page = reads.page('bench-1', { limit })
    expect(page.rows).toHaveLength(limit)
    expect(page.rows.at(-1)?.judgment?.metrics).toHaveLength(2)
    return queries.length
  }
  // What fingerprints are made of is read once.
  countFor(1)
  expect(countFor(60)).toBe(countFor(1))
})
