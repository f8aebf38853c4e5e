import { expect, test } from 'vitest'
import type { BenchmarkInput } from '../settings/schemas/benchmark-settings.ts'
import { planTrials, type PlanInput } from './plan-trials.ts'
import { baseWorld, planIn, plannedIn, recordedIn, withAsk, type PlanWorld } from './plan-world.fixture.ts'
import { trialOf, trialsOf } from '../trial/trial.ts'

const { benchmark } = baseWorld
const { ask } = baseWorld.evals

function withBenchmark(change: Partial<BenchmarkInput>): PlanWorld {
  return { ...baseWorld, benchmark: { ...benchmark, ...change } }
}

type Providers = NonNullable<NonNullable<BenchmarkInput['candidate']>['providers']>
const { providers } = benchmark.candidate

function withProviders(change: Providers): PlanWorld {
  return withBenchmark({ candidate: { ...benchmark.candidate, providers: { ...providers, ...change } } })
}

function withModelEntries(change: NonNullable<Providers['acme']>['models']): PlanWorld {
  return withProviders({
    acme: { ...providers.acme, models: { ...providers.acme.models, ...change } },
  })
}

/** Every item that is not reused, as one line. */
function workIn(world: PlanWorld, input?: Partial<PlanInput>): readonly string[] {
  return planIn(world, input)
    .filter(({ action }) => action !== 'reuse')
    .map(({ trial, action, reason }) => `${action} ${trial.id}: ${reason}`)
}

function lines(pattern: string, evals = ['ask', 'fix'], models = benchmark.models): readonly string[] {
  return trialsOf({ evalIds: evals, models, repetitions: 2 }).map(({ id }) => pattern.replace('*', id))
}

interface Edit {
  readonly edit: string
  readonly world: PlanWorld
  readonly work: readonly string[]
}

const edits: readonly Edit[] = [
  { edit: 'nothing', world: baseWorld, work: [] },
  { edit: 'judge.md', world: withAsk({ rubric: 'x' }), work: lines('judge *: rubric changed', ['ask']) },
  { edit: 'prompt.md', world: withAsk({ prompt: 'x' }), work: lines('run *: prompt changed', ['ask']) },
  {
    edit: 'prompt.md and judge.md',
    world: withAsk({ prompt: 'x', rubric: 'x' }),
    work: lines('run *: prompt changed', ['ask']),
  },
  {
    edit: 'one workspace file',
    world: withAsk({ workspaceHash: 'x' }),
    work: lines('run *: workspace changed', ['ask']),
  },
  {
    edit: 'more repetitions',
    world: withBenchmark({ repetitions: 3 }),
    work: ['ask', 'fix'].flatMap((evalId) =>
      benchmark.models.map((model) => `run ${evalId}:${model}:3: new repetition`),
    ),
  },
  { edit: 'fewer repetitions', world: withBenchmark({ repetitions: 1 }), work: [] },
  {
    edit: 'a further model',
    world: withBenchmark({ models: [...benchmark.models, 'other/two'] }),
    work: lines('run *: new model', undefined, ['other/two']),
  },
  {
    edit: 'a further eval',
    world: { ...baseWorld, evals: { ...baseWorld.evals, write: ask } },
    work: lines('run *: new eval', ['write']),
  },
  {
    edit: "a model's provider settings",
    world: withProviders({ other: { options: { baseURL: 'https://x.example/v1' } } }),
    work: lines('run *: provider settings changed', undefined, ['other/one']),
  },
  {
    edit: "a model's own entry",
    world: withModelEntries({ small: { options: { temperature: 0 } } }),
    work: lines('run *: model settings changed', undefined, ['acme/small']),
  },
  {
    edit: "another model's entry at the same provider",
    world: withModelEntries({ unused: { options: { temperature: 0 } } }),
    work: [],
  },
  {
    edit: 'the prices of all models, one of them new',
    world: withModelEntries({
      small: { cost: { input: 7, output: 8 } },
      judge: { cost: { input: 9, output: 9 } },
      unused: { cost: { input: 1, output: 1 } },
    }),
    work: [],
  },
  { edit: 'another provider', world: withProviders({ unused: { name: 'Unused' } }), work: [] },
  {
    edit: 'the name of the variable that holds the key',
    world: withProviders({
      acme: { ...providers.acme, options: { ...providers.acme.options, apiKey: '{env:OTHER_KEY}' } },
    }),
    work: [],
  },
  {
    edit: 'engine',
    world: withBenchmark({ container: { engine: 'podman' } }),
    work: lines('run *: engine changed'),
  },
  {
    edit: 'cpus',
    world: withBenchmark({ container: { cpus: 2 } }),
    work: lines('run *: cpus changed'),
  },
  {
    edit: 'the runtime id',
    world: withBenchmark({ runtimes: { box: { kind: 'docker' } }, placement: { runtime: 'box' } }),
    work: [],
  },
  {
    edit: 'whether a sandbox contains it',
    world: { ...baseWorld, contained: false },
    work: lines('run *: isolation changed'),
  },
  {
    edit: 'the judge model',
    world: withBenchmark({ judge: { model: 'other/judge' } }),
    work: lines('judge *: judge model changed'),
  },
  {
    edit: "the judge model's own entry",
    world: withModelEntries({ judge: { options: { temperature: 0 } } }),
    work: lines('judge *: judge model settings changed'),
  },
  {
    edit: "the judge's time limit",
    world: withBenchmark({ judge: { model: 'acme/judge', timeoutMs: 1 } }),
    work: lines('judge *: judge time limit changed'),
  },
  {
    edit: 'the base judge prompt',
    world: { ...baseWorld, profile: 'x' },
    work: lines('judge *: base judge prompt changed'),
  },
  {
    edit: 'judge placement',
    world: withBenchmark({ judge: { model: 'acme/judge', runtime: 'process' } }),
    work: [],
  },
  {
    edit: 'time limit of one eval',
    world: withAsk({ settings: { candidate: { timeoutMs: 1000 } } }),
    work: lines('run *: time limit changed', ['ask']),
  },
  {
    edit: 'what no run depends on',
    world: {
      ...withBenchmark({ name: 'x', concurrency: 7, pass: 'recorded', gate: { minScore: 1 }, suite: 'x' }),
      evals: { ...baseWorld.evals, ask: { ...ask, settings: { pass: 0.5, earlyStop: true } } },
    },
    work: [],
  },
]

test.each(edits)('editing $edit changes exactly the plan items it should', ({ world, work }) => {
  expect(workIn(world)).toEqual(work)
})

test('names the components that changed', () => {
  const [item] = planIn(withAsk({ prompt: 'x', workspaceHash: 'x' }))
  expect(item).toMatchObject({ reason: 'prompt and workspace changed', changed: ['prompt', 'workspace'] })
})

test('names the first file of a workspace that changed, and asks only where it did', () => {
  const asked: string[] = []
  const reasons = (world: PlanWorld, ...files: readonly string[]): ReadonlySet<string> => {
    const changedFiles: PlanInput['changedFiles'] = ({ id }) => {
      asked.push(id)
      return files
    }
    return new Set(planIn(world, { changedFiles, scope: { onlyEvals: ['ask'] } }).map(({ reason }) => reason))
  }
  const moved = withAsk({ workspaceHash: 'x' })
  expect(reasons(moved, 'src/sum.ts')).toEqual(new Set(['workspace changed: src/sum.ts']))
  expect(reasons(moved, 'a', 'b', 'c')).toEqual(new Set(['workspace changed: a and 2 more']))
  expect(reasons(moved)).toEqual(new Set(['workspace changed']))
  expect(reasons(withAsk({ workspaceHash: 'x', prompt: 'x' }), 'a')).toEqual(
    new Set(['prompt and workspace changed: a']),
  )
  asked.length = 0
  expect(reasons(withAsk({ prompt: 'x' }), 'a')).toEqual(new Set(['prompt changed']))
  expect(reasons(baseWorld, 'a')).toEqual(new Set(['nothing changed']))
  expect(asked).toEqual([])
})

test('reuses what is judged, and an ingested or unjudged benchmark where nothing judges', () => {
  expect(planIn(baseWorld)[0]).toEqual({
    trial: trialOf({ evalId: 'ask', model: 'acme/small', repetition: 1 }),
    action: 'reuse',
    reason: 'nothing changed',
    changed: [],
    estimatedUsd: 0,
  })
  const { judge: _, ...unjudged } = benchmark
  expect(workIn({ ...baseWorld, benchmark: unjudged })).toEqual([])
})

test('says of a first plan, and of what was declared and never ran, that it has not run yet', () => {
  const planned = plannedIn(baseWorld)
  expect(new Set(planTrials({ ...planned, records: [] }).map(({ reason }) => reason))).toEqual(
    new Set(['not run yet']),
  )
  const records = planned.trials.map(({ id, evalId, model }) => ({
    trialId: id,
    evalId,
    model,
    isJudged: false,
  }))
  const [first] = planTrials({ ...planned, records: records.slice(0, 1) })
  expect(first).toMatchObject({ action: 'run', reason: 'not run yet' })
})

test('works on the trials of its scope only', () => {
  const scope = { onlyEvals: ['ask'], onlyModels: ['acme/small', 'other/one'], onlyRepetitions: [2] }
  expect(planIn(baseWorld, { scope }).map(({ trial }) => trial.id)).toEqual([
    'ask:acme/small:2',
    'ask:other/one:2',
  ])
  expect(planIn(baseWorld, { scope: { onlyEvals: [] } })).toHaveLength(12)
})

test('asks for fingerprints once for each eval and model, however many repetitions', () => {
  const planned = plannedIn(baseWorld)
  const records = planned.trials.map((trial) => recordedIn(baseWorld, trial))
  const asked: string[] = []
  const trials = trialsOf({ evalIds: ['ask', 'fix'], models: benchmark.models, repetitions: 1000 })
  const items = planTrials({
    trials,
    records,
    candidate: (trial) => {
      asked.push(trial.id)
      return planned.candidate(trial)
    },
    judge: planned.judge,
  })
  expect(items).toHaveLength(6000)
  expect(asked).toHaveLength(6)
})
