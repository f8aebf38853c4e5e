import { expect, test } from 'vitest'
import type { ErrorRecord } from '../../errors/error-record.ts'
import { BenchmarkError } from '../../errors/vitrial-error.ts'
import { parseBenchmarkSettings, parseEvalSettings } from './parse-settings.ts'

function problemsOf(parse: () => unknown): readonly ErrorRecord[] {
  try {
    parse()
  } catch (error) {
    if (error instanceof BenchmarkError) return error.problems
    throw error
  }
  return []
}

function benchmarkProblems(settings: unknown): readonly (readonly [string, string | undefined, string])[] {
  return problemsOf(() => parseBenchmarkSettings(settings, 'benchmark.ts')).map((problem) => [
    problem.code,
    problem.location?.key,
    problem.message,
  ])
}

test('says that the default export is a promise', () => {
  expect(benchmarkProblems(Promise.resolve({ models: ['a/b'] }))).toStrictEqual([
    [
      'VITRIAL_BENCHMARK_INVALID',
      undefined,
      "The default export is a promise. Write export default { models: ['provider/model'] } satisfies Benchmark.",
    ],
  ])
})

test('says that a setting could not be read, where a getter throws', () => {
  const settings = {
    get models(): readonly string[] {
      throw new Error('no such team')
    },
  }
  expect(benchmarkProblems(settings)).toStrictEqual([
    [
      'VITRIAL_BENCHMARK_INVALID',
      undefined,
      'A setting could not be read: no such team. Write plain values, or mend what works them out.',
    ],
  ])
})

test.each([
  [
    { models: ['a/b'], repititions: 3 },
    'repititions',
    'Unknown setting "repititions". Did you mean "repetitions"?',
  ],
  [
    { models: ['a/b'], judge: { model: 'a/b', timeoutMS: 3 } },
    'judge.timeoutMS',
    'Unknown setting "timeoutMS" in judge. Did you mean "timeoutMs"?',
  ],
  [
    { models: ['a/b'], placement: { zone: 3 } },
    'placement.zone',
    'Unknown setting "zone" in placement. There are: runtime, labels.',
  ],
  [
    { models: ['a/b'], runtimes: { here: { kind: 'process', allowRealKey: true } } },
    'runtimes.here.allowRealKey',
    'Unknown setting "allowRealKey" in runtimes.here. Did you mean "allowRealKeys"?',
  ],
  [
    { models: ['a/b'], candidate: { harness: { kind: 'opencode', agnt: 'x' } } },
    'candidate.harness.agnt',
    'Unknown setting "agnt" in candidate.harness. Did you mean "agent"?',
  ],
])('names an unknown key and the nearest known one in %j', (settings, key, message) => {
  expect(benchmarkProblems(settings)).toStrictEqual([['VITRIAL_SETTING_UNKNOWN', key, message]])
})

test.each([
  [
    { models: ['a/b'], judge: { model: 'a/b', timeoutMs: 2 ** 31 } },
    'judge.timeoutMs',
    'That is longer than 12 hours. Write at most 43_200_000, in milliseconds.',
  ],
  [{}, 'models', 'No models. Name at least one, such as models: ["anthropic/claude-sonnet-4-5"].'],
  [
    { models: [] },
    'models',
    'No models. Name at least one, such as models: ["anthropic/claude-sonnet-4-5"].',
  ],
  [{ models: 'a/b' }, 'models', 'models is "a/b". Write a list, [ … ].'],
  [
    { models: ['a/b'], arms: {} },
    'arms',
    'No arms. Name at least one, such as arms: { without: {}, with: { overlay: "skill" } }.',
  ],
  [
    { models: ['a/b'], arms: { 'with skill': {} } },
    'arms.with skill',
    '"with skill" is not the name of an arm. Write letters, digits, ".", "_" and "-", beginning with a letter or digit.',
  ],
  [{ models: ['a/b'], suite: '' }, 'suite', 'suite is "". Write text of at least 1 character.'],
  [{ models: ['a/b'], repetitions: 0 }, 'repetitions', 'repetitions is 0. Write a number, at least 1.'],
  [{ models: ['a/b'], repetitions: 2.5 }, 'repetitions', 'repetitions is 2.5. Write a whole number.'],
  [{ models: ['a/b'], repetitions: '3' }, 'repetitions', 'repetitions is "3". Write a number.'],
  [{ models: ['a/b'], pass: 'evry' }, 'pass', 'pass is "evry". Write "every" or "recorded" or a number.'],
  [{ models: ['a/b'], pass: 3 }, 'pass', 'pass is 3. Write a number, at most 1.'],
  [{ models: ['a/b'], judge: {} }, 'judge', 'One setting is missing: write model or models.'],
  [
    { models: ['a/b'], runtimes: { x: { kind: 'vm' } } },
    'runtimes.x.kind',
    'runtimes.x.kind is "vm". Write "docker", "process" or "engines".',
  ],
  [
    { models: ['a/b'], candidate: { harness: 'opncode' } },
    'candidate.harness',
    'candidate.harness is "opncode". Write "opencode" or an object, { … }.',
  ],
  [
    { models: ['a/b'], candidate: { providers: { x: { options: { baseURL: 'x' } } } } },
    'candidate.providers.x.options.baseURL',
    'candidate.providers.x.options.baseURL is "x". Write a URL, such as "https://models.example/v1".',
  ],
])('names key, value and remedy of %j', (settings, key, message) => {
  expect(benchmarkProblems(settings)).toStrictEqual([['VITRIAL_BENCHMARK_INVALID', key, message]])
})

test('gives a malformed model its own code', () => {
  expect(benchmarkProblems({ models: ['a/b', 'gpt'] })).toStrictEqual([
    [
      'VITRIAL_MODEL_REF_INVALID',
      'models[1]',
      '"gpt" is not a model. Write provider/model or provider/model#variant, such as "anthropic/claude-sonnet-4-5".',
    ],
  ])
})

test('never repeats a key that was written into the benchmark', () => {
  const options = { baseURL: 'https://models.example/v1', apiKey: 'sk-123' }
  const settings = { models: ['a/b'], candidate: { providers: { a: { options } } } }
  const problems = problemsOf(() => parseBenchmarkSettings(settings, 'benchmark.ts'))
  expect(problems.map((problem) => problem.code)).toStrictEqual(['VITRIAL_PROVIDER_KEY_LITERAL'])
  expect(JSON.stringify(problems)).not.toContain('sk-123')
  expect(() => parseBenchmarkSettings(settings, 'benchmark.ts')).toThrow(
    expect.not.objectContaining({ cause: expect.anything() }),
  )
})

const provider = 'candidate.providers.acme'

test.each([
  [
    'the password of an address',
    { options: { baseURL: 'https://user:s3cr3t@models.example/v1' } },
    `${provider}.options.baseURL`,
    'Write the address without user, password and key, write options.apiKey: "{env:NAME}" for the provider',
  ],
  [
    'the key of an address',
    { options: { baseURL: 'https://models.example/v1?api_key=s3cr3t' } },
    `${provider}.options.baseURL`,
    'Write the address without user, password and key',
  ],
  [
    "a header of a model's options",
    { models: { fast: { options: { headers: { 'x-api-key': 's3cr3t' } } } } },
    `${provider}.models.fast.options.headers.x-api-key`,
    'Remove it here, write options.apiKey: "{env:NAME}" for the provider',
  ],
  [
    "a variant's options",
    { models: { fast: { variants: { high: { extra: [{ authToken: 's3cr3t' }] } } } } },
    `${provider}.models.fast.variants.high.extra[0].authToken`,
    'Remove it here, write options.apiKey: "{env:NAME}" for the provider',
  ],
])('refuses a key in %s, says where it belongs and does not repeat it', (_, acme, key, remedy) => {
  const settings = { models: ['acme/fast'], candidate: { providers: { acme } } }
  const problems = problemsOf(() => parseBenchmarkSettings(settings, 'benchmark.ts'))
  expect(problems).toStrictEqual([
    {
      code: 'VITRIAL_PROVIDER_KEY_LITERAL',
      message: expect.stringContaining(remedy),
      location: { file: 'benchmark.ts', key },
    },
  ])
  expect(JSON.stringify(problems)).not.toContain('s3cr3t')
})

test('does not repeat what looks like a key where something else is wrong with it', () => {
  const providers = { acme: { options: { baseURL: 'user:s3cr3t@models.example' } } }
  const problems = benchmarkProblems({ models: ['a/b'], candidate: { providers } })
  expect(problems.map(([, , message]) => message)).toStrictEqual([
    'candidate.providers.acme.options.baseURL is text that looks like a key. Write a URL, such as ' +
      '"https://models.example/v1".',
  ])
})

test('reports all problems of a file at once, the first giving the code', () => {
  const settings = { models: ['gpt'], repetitions: 0, jugde: {} }
  expect(() => parseBenchmarkSettings(settings, 'benchmark.ts')).toThrow(
    expect.objectContaining({
      code: 'VITRIAL_MODEL_REF_INVALID',
      message: [
        '3 problems, each to be mended:',
        'VITRIAL_MODEL_REF_INVALID  benchmark.ts: models[0]\n"gpt" is not a model. Write provider/model or provider/model#variant, such as "anthropic/claude-sonnet-4-5".',
        'VITRIAL_BENCHMARK_INVALID  benchmark.ts: repetitions\nrepetitions is 0. Write a number, at least 1.',
        'VITRIAL_SETTING_UNKNOWN  benchmark.ts: jugde\nUnknown setting "jugde". Did you mean "judge"?',
      ].join('\n\n'),
    }),
  )
})

test.each([
  [undefined, 'nothing'],
  [[], 'an empty list'],
  [() => 1, 'a function'],
])('says that a default export is missing or %s', (value, found) => {
  const [problem] = problemsOf(() => parseBenchmarkSettings(value, 'benchmark.ts'))
  expect(problem?.message).toBe(
    `The default export is ${found}. Write export default { models: ['provider/model'] } satisfies Benchmark.`,
  )
})

test('explains an eval by the workspace that was meant', () => {
  const workspace = { repository: 'https://git.example/x', comit: 'abc', ref: 'main' }
  const problems = problemsOf(() => parseEvalSettings({ workspace }, 'evals/a/eval.ts'))
  expect(problems).toStrictEqual([
    {
      code: 'VITRIAL_EVAL_INVALID',
      message: 'workspace.commit is missing. Write text in quotes.',
      location: { file: 'evals/a/eval.ts', key: 'workspace.commit' },
    },
    {
      code: 'VITRIAL_SETTING_UNKNOWN',
      message: 'Unknown setting "comit" in workspace. Did you mean "commit"?',
      location: { file: 'evals/a/eval.ts', key: 'workspace.comit' },
    },
  ])
})

test('explains an eval by the alternative with the fewest problems', () => {
  const revisions = [{ ref: 'main', directory: 'before', message: 'Start' }]
  const problems = problemsOf(() => parseEvalSettings({ workspace: { revisions, chekout: 'x' } }, 'eval.ts'))
  expect(problems.map(({ location }) => location?.key)).toStrictEqual(['workspace.ref', 'workspace.chekout'])
})
