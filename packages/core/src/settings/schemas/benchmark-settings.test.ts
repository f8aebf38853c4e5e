import { expect, test } from 'vitest'
import { benchmarkSettingsSchema } from './benchmark-settings.ts'
import { evalSettingsSchema } from './eval-settings.ts'
import { everyBenchmarkSetting, everyEvalSetting } from '../check/every-setting.fixture.ts'

test('accepts a benchmark and an eval that use every setting', () => {
  expect(benchmarkSettingsSchema.safeParse(everyBenchmarkSetting).error).toBeUndefined()
  expect(evalSettingsSchema.safeParse(everyEvalSetting).error).toBeUndefined()
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

const patientService = {
  kind: 'service',
  url: 'https://agent.example',
  submit: { method: 'POST', path: '/' },
  correlate: 'injected',
  complete: { poll: { path: '/', done: { path: 'done', equals: true }, timeoutMs: 2 ** 31 } },
}

test.each([
  ['no models', { models: [] }],
  ['a model twice', { models: ['a/b', 'a/b'] }],
  ['a model without provider', { models: ['b'] }],
  ['no arm', { models: ['a/b'], arms: {} }],
  ['an arm that no id can hold', { models: ['a/b'], arms: { 'a:b': {} } }],
  ['no repetition', { models: ['a/b'], repetitions: 0 }],
  ['1001 repetitions', { models: ['a/b'], repetitions: 1001 }],
  ['half a repetition', { models: ['a/b'], repetitions: 1.5 }],
  ['a pass mean above 1', { models: ['a/b'], pass: 2 }],
  ['13 hours for a candidate', { models: ['a/b'], candidate: { timeoutMs: 13 * 3_600_000 } }],
  ['25 days for a judge', { models: ['a/b'], judge: { model: 'a/b', timeoutMs: 2 ** 31 } }],
  ['25 days for an answer', { models: ['a/b'], candidate: { harness: patientService } }],
  ['a judge without a model', { models: ['a/b'], judge: {} }],
  ['a judge with a model and a panel', { models: ['a/b'], judge: { model: 'a/b', models: ['a/c'] } }],
  ['concurrency 0', { models: ['a/b'], concurrency: 0 }],
  ['an unknown engine', { models: ['a/b'], container: { engine: 'lxc' } }],
  ['an unknown key inside', { models: ['a/b'], placement: { runtme: 'x' } }],
])('refuses a benchmark with %s', (_, settings) => {
  expect(benchmarkSettingsSchema.safeParse(settings).success).toBe(false)
})

test.each([
  ['two images', { container: { image: 'a', build: { context: 'environment' } } }],
  ['an image built from outside', { container: { build: { context: '..' } } }],
  ['a folder outside the workspace', { excludeDirectories: ['../x'] }],
  ['a workspace from nowhere', { workspace: { ref: 'main' } }],
  [
    'a workspace with two sources',
    { workspace: { ...everyEvalSetting.workspace, repository: 'https://x.example/y' } },
  ],
  ['a step without a program', { prepare: [{ cwd: '.', argv: [] }] }],
  ['an oracle without a solution', { oracle: {} }],
  ['25 days for a step', { prepare: [{ argv: ['npm', 'ci'], timeoutMs: 2 ** 31 }] }],
  ['25 days for a candidate', { candidate: { timeoutMs: 2 ** 31 } }],
  ['25 days between checks', { earlyStop: { minIntervalMs: 2 ** 31 } }],
])('refuses an eval with %s', (_, settings) => {
  expect(evalSettingsSchema.safeParse(settings).success).toBe(false)
})
