import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { candidateInputsOf, type CandidateInputs, type CandidateSubject } from './candidate-inputs.ts'
import { changedComponents, componentHashes, fingerprintOf } from './fingerprints.ts'
import { judgeInputsOf, type JudgeSubject } from './judge-inputs.ts'
import { judgeInputsOfRun, judgeRunInputsOf } from '../records/judge-run-inputs.ts'
import { parseBenchmarkSettings, parseEvalSettings } from '../settings/check/parse-settings.ts'
import { everyBenchmarkSetting, everyEvalSetting } from '../settings/check/every-setting.fixture.ts'

/** Tells every two texts apart, as a hash should. */
const sameText = (text: string): string => text

const bare = parseBenchmarkSettings({ models: ['acme/small'] }, 'benchmark.ts')
const whole = parseBenchmarkSettings(everyBenchmarkSetting, 'benchmark.ts')

function candidate(change: Partial<CandidateSubject> = {}): CandidateInputs {
  return candidateInputsOf({
    settings: bare,
    eval: { prompt: 'Ask.', settings: parseEvalSettings({}, 'eval.ts') },
    model: 'acme/small',
    workspaceHash: 'empty',
    agentVersion: '1.0.0',
    contained: true,
    ...change,
  })
}

/** A copy with the keys of every object the other way round. */
function reversed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toReversed())
      : each,
  )
}

test('is the same for every order of keys', () => {
  const inputs = candidate({
    settings: whole,
    eval: { prompt: 'Ask.', settings: parseEvalSettings(everyEvalSetting, 'eval.ts') },
    model: 'openai/gpt-5#high',
    imageRecipe: 'recipe',
    scenarioHash: 'scenario',
  })
  expect(fingerprintOf(reversed(inputs), sameText).fingerprint).toBe(
    fingerprintOf(inputs, sameText).fingerprint,
  )
})

test('differs exactly if an input differs', () => {
  const value = fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.nat()), {
    nil: undefined,
  })
  const inputs = fc.dictionary(fc.constantFrom('prompt', 'network', 'cpus', 'websearch'), value)
  fc.assert(
    fc.property(inputs, inputs, (one, other) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any values do
      const [a, b] = [one, other].map((each) => fingerprintOf(each as unknown as CandidateInputs, sameText))
      const changed = changedComponents(a?.components ?? {}, b?.components ?? {})
      expect(a?.fingerprint === b?.fingerprint).toBe(changed.length === 0)
    }),
  )
})

test('is the same with a block that holds nothing but prices', () => {
  const cost = { input: 3, output: 15 }
  const providers = { scripted: { models: { careful: { cost } } } }
  const priced = parseBenchmarkSettings(
    { models: ['scripted/careful'], candidate: { providers } },
    'benchmark.ts',
  )
  const model = 'scripted/careful'
  expect(candidate({ model, settings: priced })).toEqual(candidate({ model }))
})

test('has no component for what is not declared', () => {
  expect(Object.keys(componentHashes(candidate(), sameText)).toSorted()).toEqual([
    'agentVersion',
    'contained',
    'engine',
    'harness',
    'model',
    'prompt',
    'timeLimit',
    'websearch',
    'workspace',
  ])
})

test("takes the eval's own limits and network before the benchmark's", () => {
  const settings = parseEvalSettings(
    { candidate: { timeoutMs: 7, maxCostUsd: 3, websearch: false, network: { allow: ['example.com'] } } },
    'eval.ts',
  )
  const inputs = candidate({ settings: whole, eval: { prompt: '', settings } })
  expect(inputs).toMatchObject({
    timeLimit: 7,
    costLimit: 3,
    websearch: false,
    network: { allow: ['example.com'] },
  })
  expect(candidate({ settings: whole })).toMatchObject({
    costLimit: 0.5,
    websearch: true,
    network: { allow: ['registry.npmjs.org'] },
    image: 'shop/agent',
    cpus: 2,
    memory: 4096,
    engine: 'podman',
  })
})

const ofAll = { settings: whole, imageRecipe: 'recipe of all' }

test.each([
  ["an eval's own image before the one of all", { image: 'own' }, { image: 'own' }],
  [
    'what an image is built from, and no other image',
    { build: { context: 'x' } },
    { build: { context: 'x' } },
  ],
  [
    'services beside the image of all',
    { services: { db: { image: 'db' } } },
    { image: 'recipe of all', services: { db: { image: 'db' } } },
  ],
  ['nothing of a container that says nothing', {}, { image: 'recipe of all' }],
])('holds %s', (_, container, expected) => {
  const settings = parseEvalSettings({ container }, 'eval.ts')
  const { image, build, services } = candidate({ ...ofAll, eval: { prompt: '', settings } })
  expect(JSON.parse(JSON.stringify({ image, build, services }))).toEqual(expected)
})

const acme = {
  name: 'Acme',
  options: { baseURL: 'https://acme.example/v1', apiKey: '{env:ACME_KEY}' },
  models: {
    small: { name: 'Small', variants: { low: { effort: 1 }, high: { effort: 2 } } },
    large: { name: 'Large' },
  },
}

test('sees of a provider neither the key nor other models, and of the model its own variant', () => {
  const settings = parseBenchmarkSettings(
    { models: ['acme/small'], candidate: { providers: { acme } } },
    'benchmark.ts',
  )
  const provider = { name: 'Acme', options: { baseURL: 'https://acme.example/v1' } }
  expect(candidate({ settings, model: 'acme/small#low' })).toMatchObject({
    provider,
    modelEntry: { name: 'Small', variants: { low: { effort: 1 } } },
  })
  expect(candidate({ settings, model: 'acme/small' }).modelEntry).toEqual({ name: 'Small' })
  expect(candidate({ settings, model: 'acme/constructor' })).not.toHaveProperty('modelEntry')
  expect(candidate({ settings, model: 'toString/x' })).not.toHaveProperty('provider')
  expect(candidate({ settings }).provider).toEqual(provider)
})

const subjects: readonly JudgeSubject[] = [
  {
    settings: bare,
    judge: { kind: 'agent', timeoutMs: 1000, websearch: false },
    model: 'acme/judge',
    rubric: '# Rubric',
    profile: 'You are a judge.',
  },
  {
    settings: parseBenchmarkSettings(
      { models: ['acme/small'], candidate: { providers: { acme } } },
      'benchmark.ts',
    ),
    judge: { kind: 'model', timeoutMs: 5, websearch: true, verification: { image: 'node:22' } },
    model: 'acme/small#high',
    rubric: '# Rubric',
    profile: 'You are a judge.',
    codeJudge: 'code',
    scenarioHash: 'scenario',
  },
]

test.each(subjects)('can be recomputed from a stored judge run: $judge.kind', (subject) => {
  const inputs = judgeInputsOf(subject)
  const run = {
    kind: subject.judge.kind,
    model: subject.model,
    inputs: {
      ...judgeRunInputsOf(inputs),
      systemPrompt: 'You are a judge. # Rubric',
      metrics: [],
      mode: 'live' as const,
    },
  }
  expect(judgeInputsOfRun(JSON.parse(JSON.stringify(run)))).toEqual(inputs)
})
