import { expect, test } from 'vitest'
import { benchmarkSettingsSchema, type Benchmark } from './benchmark-settings.ts'
import { evalSettingsSchema, type Eval } from './eval-settings.ts'

const whole = {
  name: 'shop',
  suite: 'frontier',
  weight: 2,
  models: ['openai/gpt-5#high', 'scripted/careful'],
  repetitions: 5,
  concurrency: 4,
  pass: 0.5,
  gate: {
    minScore: 80,
    minCoverage: 90,
    maxRegression: 2,
    critical: ['ask-dialect'],
    baseline: 'main',
    maxCostUsd: 3,
    maxInfraFailures: 0,
  },
  limits: { costUsd: 10 },
  judge: {
    models: ['openai/a', 'openai/b', 'openai/c'],
    rule: 'majority',
    repetitions: 2,
    kind: 'model',
    timeoutMs: 60_000,
    websearch: true,
    runtime: 'farm',
    verification: { image: 'node:22', memoryMiB: 2048 },
  },
  candidate: {
    harness: {
      kind: 'service',
      images: [{ name: 'api', image: 'shop/api:1' }],
      port: 8080,
      submit: { method: 'POST', path: '/runs', json: { prompt: '{prompt}' } },
      correlate: { path: 'id' },
      complete: { poll: { path: '/runs/{id}', done: { path: 'status', equals: ['done', 'ok'] } } },
    },
    timeoutMs: 12 * 60 * 60_000,
    websearch: 'exa',
    providers: {
      openai: { options: { baseURL: 'https://models.example/v1', apiKey: '{env:OPENAI_API_KEY}' } },
    },
    maxCostUsd: 0.5,
    network: { allow: ['registry.npmjs.org'] },
  },
  container: {
    engine: 'podman',
    image: 'shop/agent',
    cpus: 2,
    memoryMiB: 4096,
    files: 10_000,
    bytesMiB: 512,
  },
  runtimes: {
    here: { kind: 'process', allowRealKeys: true },
    box: { kind: 'docker' },
    farm: {
      kind: 'engines',
      endpoints: [{ name: 'one', url: 'ssh://build@one', slots: 4, labels: ['gpu'], tls: { ca: 'ca.pem' } }],
    },
  },
  placement: { runtime: 'farm', labels: ['gpu'] },
  sinks: { hook: { url: 'https://sink.example/{run_id}', private: true } },
  calibration: { minKappa: 0.6, minCases: 20 },
  categories: ['security'],
} as const satisfies Benchmark

const wholeEval = {
  prepare: [
    { cwd: 'checkout', argv: ['npm', 'ci'], timeoutMs: 1000, network: { allow: ['registry.npmjs.org'] } },
  ],
  candidate: { timeoutMs: 1000, maxCostUsd: 1 },
  placement: { runtime: 'box' },
  pass: 'recorded',
  excludeDirectories: ['node_modules'],
  workspace: {
    revisions: [{ ref: 'main', directory: 'before', message: 'Start' }],
    ref: 'main',
    checkout: 'repo',
  },
  earlyStop: { minIntervalMs: 1000, maxChecks: 3, maxCostUsd: 1, onlyModels: ['openai/a'] },
  oracle: { commands: [{ argv: ['npm', 'test'] }] },
  guards: ['left_tests_alone'],
  observe: {
    target: { kind: 'page', parts: ['url', 'dom'], cdp: 9222 },
    delivery: { mode: 'egress', sink: 'hook' },
  },
} as const satisfies Eval

test('accepts a benchmark and an eval that use every setting', () => {
  expect(benchmarkSettingsSchema.safeParse(whole).error).toBeUndefined()
  expect(evalSettingsSchema.safeParse(wholeEval).error).toBeUndefined()
})

test('fills in the defaults and leaves absent what has none', () => {
  expect(benchmarkSettingsSchema.parse({ models: ['a/b'], judge: { model: 'a/b' } })).toStrictEqual({
    weight: 1,
    models: ['a/b'],
    repetitions: 3,
    pass: 'every',
    judge: { model: 'a/b', repetitions: 1, kind: 'agent', timeoutMs: 600_000, websearch: false },
    candidate: { harness: { kind: 'opencode' }, timeoutMs: 2_700_000, websearch: false },
    container: { engine: 'docker' },
    placement: { runtime: 'docker' },
  })
  expect(evalSettingsSchema.parse({})).toStrictEqual({})
})

test('leaves an absent delivery absent', () => {
  const parsed = evalSettingsSchema.parse({ observe: { target: { kind: 'page', parts: ['url'] } } })
  expect(parsed).toStrictEqual({ observe: { target: { kind: 'page', parts: ['url'] } } })
})

test('takes the short and the long form of the OpenCode harness for the same', () => {
  const harnesses = ['opencode', { kind: 'opencode' }] as const
  const parsed = harnesses.map((harness) =>
    benchmarkSettingsSchema.parse({ models: ['a/b'], candidate: { harness } }),
  )
  expect(parsed[0]).toStrictEqual(parsed[1])
})

test.each([
  ['no models', { models: [] }],
  ['a model twice', { models: ['a/b', 'a/b'] }],
  ['a model without provider', { models: ['b'] }],
  ['no repetition', { models: ['a/b'], repetitions: 0 }],
  ['1001 repetitions', { models: ['a/b'], repetitions: 1001 }],
  ['half a repetition', { models: ['a/b'], repetitions: 1.5 }],
  ['a pass mean above 1', { models: ['a/b'], pass: 2 }],
  ['13 hours for a candidate', { models: ['a/b'], candidate: { timeoutMs: 13 * 3_600_000 } }],
  ['a judge without a model', { models: ['a/b'], judge: {} }],
  ['a judge with a model and a panel', { models: ['a/b'], judge: { model: 'a/b', models: ['a/c'] } }],
  ['concurrency 0', { models: ['a/b'], concurrency: 0 }],
  ['an unknown engine', { models: ['a/b'], container: { engine: 'lxc' } }],
  ['an unknown key inside', { models: ['a/b'], placement: { runtme: 'x' } }],
])('refuses a benchmark with %s', (_, settings) => {
  expect(benchmarkSettingsSchema.safeParse(settings).success).toBe(false)
})

test.each([
  ['a folder outside the workspace', { excludeDirectories: ['../x'] }],
  ['a workspace from nowhere', { workspace: { ref: 'main' } }],
  [
    'a workspace with two sources',
    { workspace: { ...wholeEval.workspace, repository: 'https://x.example/y' } },
  ],
  ['a step without a program', { prepare: [{ cwd: '.', argv: [] }] }],
  ['an oracle without a solution', { oracle: {} }],
])('refuses an eval with %s', (_, settings) => {
  expect(evalSettingsSchema.safeParse(settings).success).toBe(false)
})
