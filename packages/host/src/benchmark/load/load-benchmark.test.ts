import { BenchmarkError } from '@vitrial/core/errors'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadBenchmark, type LoadBenchmarkOptions } from './load-benchmark.ts'
import { benchmarkText, soundFiles, temporaryFolder } from './temporary-benchmark.fixture.ts'

type Files = Readonly<Record<string, string | undefined>>

/** The sound benchmark with files replaced, added, or (undefined) left out. */
async function folderWith(files: Files): ReturnType<typeof temporaryFolder> {
  const all: Files = { ...soundFiles, ...files }
  const there = Object.entries(all).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text] as const],
  )
  return temporaryFolder(Object.fromEntries(there))
}

/** Every problem of a benchmark as `code place`, and the messages. */
async function problemsOf(
  files: Files,
  options: LoadBenchmarkOptions = {},
): Promise<{ readonly codes: readonly string[]; readonly messages: readonly string[] }> {
  await using folder = await folderWith(files)
  const error = await loadBenchmark(folder.directory, { shownFrom: folder.directory, ...options }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return { codes: [], messages: [] }
  if (!(error instanceof BenchmarkError)) throw error
  return {
    codes: error.problems.map(({ code, location }) =>
      [code, location?.file, location?.line, location?.key].filter((part) => part !== undefined).join(' '),
    ),
    messages: error.problems.map(({ message }) => message),
  }
}

/** A module that imports the one that imports it. */
function limitModule(timeoutMs: number): string {
  return `import './round.ts'\nexport const limit: number = ${timeoutMs}`
}

describe('a benchmark', () => {
  test('is read whole, its evals sorted by id, files beside and hidden folders ignored', async () => {
    await using folder = await folderWith({
      'benchmark.ts': benchmarkText({ repetitions: 2 }),
      'evals/README.md': 'Words',
      'evals/.draft/notes.md': 'Words',
      'evals/Zero.1_a/prompt.md': 'Zero',
      'evals/Zero.1_a/judge.md': '## Criterion: z — Z\n',
      'evals/Zero.1_a/eval.ts': 'export default { candidate: { timeoutMs: 5 } }',
      'evals/Zero.1_a/workspace/a.txt': 'A',
    })
    const loaded = await loadBenchmark(folder.directory)
    const zero = join(folder.directory, 'evals/Zero.1_a')
    expect(loaded.settings).toMatchObject({
      repetitions: 2,
      pass: 'every',
      placement: { runtime: 'process' },
    })
    expect(loaded.evals.map(({ id }) => id)).toStrictEqual(['Zero.1_a', 'ask-dialect'])
    expect(loaded.evals[0]).toStrictEqual({
      id: 'Zero.1_a',
      directory: zero,
      prompt: 'Zero',
      promptFile: join(zero, 'prompt.md'),
      rubric: {
        title: undefined,
        metrics: [{ id: 'z', label: 'Z', line: 1 }],
        text: '## Criterion: z — Z\n',
      },
      rubricFile: join(zero, 'judge.md'),
      workspaceDirectory: join(zero, 'workspace'),
      settings: { candidate: { timeoutMs: 5 } },
    })
    expect(loaded.evals[1]).not.toHaveProperty('workspaceDirectory')
    expect(folder.directory.endsWith(loaded.name)).toBe(true)
  })

  test('keeps its prompt verbatim and its declared name', async () => {
    await using folder = await folderWith({
      'benchmark.ts': benchmarkText({ name: 'Shop' }),
      'evals/ask-dialect/prompt.md': '\uFEFF  One\r\n\r\n',
    })
    const loaded = await loadBenchmark(folder.directory)
    expect(loaded.name).toBe('Shop')
    expect(loaded.evals[0]?.prompt).toBe('\uFEFF  One\r\n\r\n')
  })

  test.each(['benchmark.mts', 'benchmark.js', 'benchmark.mjs'])('may be written as %s', async (name) => {
    expect(await problemsOf({ 'benchmark.ts': undefined, [name]: benchmarkText() })).toStrictEqual({
      codes: [],
      messages: [],
    })
  })

  test('is read anew each time, with all it imports', async () => {
    const importing = `import { count } from './count.ts'\nexport default { ...${benchmarkText().slice(15)}, repetitions: count }`
    await using folder = await folderWith({
      'benchmark.ts': importing,
      'count.ts': 'export const count: number = 1',
      'evals/ask-dialect/eval.ts': 'export default {}',
    })
    const first = await loadBenchmark(folder.directory)
    await folder.write({ 'count.ts': 'export const count: number = 7' })
    const second = await loadBenchmark(folder.directory)
    expect([first.settings.repetitions, second.settings.repetitions]).toStrictEqual([1, 7])
    const sources = [
      'benchmark.ts',
      'count.ts',
      'evals/ask-dialect/eval.ts',
      'scripted/careful.ts',
      'scripted/judge.ts',
    ]
    expect(second.sourceFiles).toStrictEqual(sources.map((file) => join(folder.directory, file)))
  })

  test('is read anew where it is plain JavaScript', async () => {
    const plain = { 'benchmark.ts': undefined, 'benchmark.mjs': benchmarkText({ repetitions: 1 }) }
    await using folder = await folderWith(plain)
    const first = await loadBenchmark(folder.directory)
    await folder.write({ 'benchmark.mjs': benchmarkText({ repetitions: 7 }) })
    const second = await loadBenchmark(folder.directory)
    expect([first.settings.repetitions, second.settings.repetitions]).toStrictEqual([1, 7])
  })

  test('is read anew where its modules share an import or import each other', async () => {
    const importing =
      'import { limit } from "../../limit.ts"\nexport default { candidate: { timeoutMs: limit } }'
    await using folder = await folderWith({
      'limit.ts': limitModule(1),
      'round.ts': 'import { limit } from "./limit.ts"\nexport const read = () => limit',
      'evals/ask-dialect/eval.ts': importing,
      'evals/other/eval.ts': importing,
      'evals/other/prompt.md': 'P',
      'evals/other/judge.md': '## Metric: a — A',
    })
    const limitsOf = async (): Promise<readonly unknown[]> =>
      (await loadBenchmark(folder.directory)).evals.map(({ settings }) => settings.candidate?.timeoutMs)
    expect(await limitsOf()).toStrictEqual([1, 1])
    await folder.write({ 'limit.ts': limitModule(2) })
    const { sourceFiles } = await loadBenchmark(folder.directory)
    expect(await limitsOf()).toStrictEqual([2, 2])
    expect(sourceFiles.map((file) => relative(folder.directory, file)).toSorted()).toStrictEqual([
      'benchmark.ts',
      'evals/ask-dialect/eval.ts',
      'evals/other/eval.ts',
      'limit.ts',
      'round.ts',
      'scripted/careful.ts',
      'scripted/judge.ts',
    ])
  })

  test('takes an eval folder that is a link', async () => {
    await using folder = await folderWith({
      'elsewhere/prompt.md': 'P',
      'elsewhere/judge.md': '## Metric: a — A',
    })
    await symlink(join(folder.directory, 'elsewhere'), join(folder.directory, 'evals/linked'))
    const { evals } = await loadBenchmark(folder.directory)
    expect(evals.map(({ id }) => id)).toStrictEqual(['ask-dialect', 'linked'])
  })

  test('runs on the runtime of the invocation rather than its own', async () => {
    await using folder = await folderWith({ 'benchmark.ts': benchmarkText({ placement: undefined }) })
    const loaded = await loadBenchmark(folder.directory, { runtime: 'process' })
    expect(loaded.settings.placement.runtime).toBe('process')
  })

  test('knows what makes a command mean it: its folder as seen from here, and a runtime that is not its own', async () => {
    await using folder = await folderWith({ 'benchmark.ts': benchmarkText({ placement: undefined }) })
    const { directory } = folder
    const from = async (shownFrom: string, runtime?: string): Promise<object> =>
      (await loadBenchmark(directory, { shownFrom, runtime })).commandArguments
    expect(await from(directory, 'docker')).toEqual({})
    expect(await from(dirname(directory), 'process')).toEqual({
      benchmark: basename(directory),
      runtime: 'process',
    })
  })

  test('with categories keeps the evals that have a metric in one of them', async () => {
    await using folder = await folderWith({
      'benchmark.ts': benchmarkText({ categories: ['SQL'] }),
      'evals/other/prompt.md': 'P',
      'evals/other/judge.md': '## Metric: a — A',
    })
    const { evals } = await loadBenchmark(folder.directory)
    expect(evals.map(({ id }) => id)).toStrictEqual(['ask-dialect'])
  })
})

describe('a benchmark that cannot be read', () => {
  test('is named with the folder that was looked in', async () => {
    await using folder = await temporaryFolder({ 'other.ts': '' })
    const missing = expect.objectContaining({
      code: 'VITRIAL_BENCHMARK_MISSING',
      message: expect.stringContaining(`${folder.directory} has no benchmark.ts.`),
    })
    await expect(loadBenchmark(folder.directory)).rejects.toThrow(missing)
    await expect(loadBenchmark(folder.directory, { shownFrom: folder.directory })).rejects.toThrow(missing)
    await expect(loadBenchmark(join(folder.directory, 'nowhere'))).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining('nowhere is not a folder.') }),
    )
  })

  test.each([
    ['does not compile', 'export default {\n  models: [(\n}', 3],
    ['throws', '// A comment.\nthrow new Error("boom")\nexport default {}', 2],
    ['imports what is not there', 'import "./nowhere.ts"\nexport default {}', 1],
  ])('because it %s is reported with its line and its cause', async (_, text, line) => {
    await using folder = await folderWith({ 'benchmark.ts': text })
    await expect(loadBenchmark(folder.directory, { shownFrom: folder.directory })).rejects.toThrow(
      expect.objectContaining({
        code: 'VITRIAL_BENCHMARK_UNREADABLE',
        location: { file: 'benchmark.ts', line },
        cause: expect.any(Error),
      }),
    )
  })

  test('is readable again once it is mended', async () => {
    const importing = `import './part.ts'\n${benchmarkText()}`
    await using folder = await folderWith({
      'benchmark.ts': importing,
      'part.ts': 'throw new Error("boom")',
    })
    await expect(loadBenchmark(folder.directory)).rejects.toMatchObject({
      message: expect.stringContaining('boom'),
      location: { file: join(folder.directory, 'part.ts'), line: 1 },
    })
    await folder.write({ 'part.ts': '' })
    await expect(loadBenchmark(folder.directory)).resolves.toMatchObject({ evals: [{ id: 'ask-dialect' }] })
  })

  test.each([
    ['no models', benchmarkText({ models: [] }), 'VITRIAL_BENCHMARK_INVALID benchmark.ts models'],
    ['no default export', 'export const a = 1', 'VITRIAL_BENCHMARK_INVALID benchmark.ts'],
    [
      'a malformed model',
      benchmarkText({ models: ['gpt'] }),
      'VITRIAL_MODEL_REF_INVALID benchmark.ts models[0]',
    ],
    ['an unknown key', benchmarkText({ modles: 1 }), 'VITRIAL_SETTING_UNKNOWN benchmark.ts modles'],
  ])('because of %s names file and key', async (_, text, problem) => {
    expect((await problemsOf({ 'benchmark.ts': text })).codes).toStrictEqual([problem])
  })
})

describe('an eval', () => {
  const prompt = 'evals/ask-dialect/prompt.md'
  const judge = 'evals/ask-dialect/judge.md'

  test.each<[string, Files, string]>([
    ['without prompt.md', { [prompt]: undefined }, `VITRIAL_PROMPT_MISSING ${prompt}`],
    [
      'in a folder among the evals',
      { 'evals/group/a/prompt.md': 'Do it.', 'evals/group/a/judge.md': '## Metric: done\n' },
      'VITRIAL_EVAL_INVALID evals/group',
    ],
    ['with an empty prompt', { [prompt]: '' }, `VITRIAL_PROMPT_EMPTY ${prompt}`],
    ['with a blank prompt', { [prompt]: '\uFEFF \n\t\r\n' }, `VITRIAL_PROMPT_EMPTY ${prompt}`],
    ['without a judge file', { [judge]: undefined }, `VITRIAL_JUDGE_FILE_MISSING ${judge}`],
    ['without metrics', { [judge]: '# Title' }, `VITRIAL_RUBRIC_NO_METRICS ${judge}`],
    [
      'with a metric twice',
      { [judge]: '## Metric: a — A\n\n## Metric: a — A' },
      `VITRIAL_RUBRIC_DUPLICATE_METRIC ${judge} 3`,
    ],
    ['with a badly spelled id', { [judge]: '\n## Metric: A-b — A' }, `VITRIAL_RUBRIC_METRIC_ID ${judge} 2`],
    [
      'with only a code judge',
      { [judge]: undefined, 'evals/ask-dialect/judge.ts': '' },
      'VITRIAL_SETTING_NOT_LANDED evals/ask-dialect/judge.ts',
    ],
    [
      'with an unknown key',
      { 'evals/ask-dialect/eval.ts': 'export default { candidate: { timeout: 1 } }' },
      'VITRIAL_SETTING_UNKNOWN evals/ask-dialect/eval.ts candidate.timeout',
    ],
    [
      'with a setting that has not landed',
      { 'evals/ask-dialect/eval.ts': 'export default { earlyStop: true }' },
      'VITRIAL_SETTING_NOT_LANDED evals/ask-dialect/eval.ts earlyStop',
    ],
    [
      'with an eval.ts that does not compile',
      { 'evals/ask-dialect/eval.ts': 'export default {' },
      'VITRIAL_BENCHMARK_UNREADABLE evals/ask-dialect/eval.ts 1',
    ],
    [
      'with a file for a workspace',
      { 'evals/ask-dialect/workspace': '' },
      'VITRIAL_WORKSPACE_INVALID evals/ask-dialect/workspace',
    ],
    [
      'with an id that cannot be one',
      { 'evals/ask dialect/prompt.md': 'P', 'evals/ask dialect/judge.md': '## Metric: a — A' },
      'VITRIAL_EVAL_ID_INVALID evals/ask dialect',
    ],
  ])('%s is refused with file and place', async (_, files, problem) => {
    expect((await problemsOf(files)).codes).toStrictEqual([problem])
  })

  test.each([
    ['is absolute', '/etc/hosts', '.'],
    ['leads up', '../../../secret', '.'],
    ['leads up by a longer way', 'a/../../secret', '.'],
    ['leads up over another link', 'up/../secret', '.'],
  ])('with a link that %s is refused with file and place', async (_, target, up) => {
    await using folder = await folderWith({ 'evals/ask-dialect/workspace/a/b.txt': 'b' })
    const workspace = join(folder.directory, 'evals/ask-dialect/workspace')
    await folder.write({ 'evals/ask-dialect/secret': 'secret' })
    await symlink(up, join(workspace, 'up'))
    await symlink(target, join(workspace, 'a/link'))
    await symlink(target, join(workspace, 'link'))
    const loading = loadBenchmark(folder.directory)
    await expect(loading).rejects.toMatchObject({ code: 'VITRIAL_WORKSPACE_INVALID' })
    await expect(loading).rejects.toThrow(/link leads out of the workspace, to/)
  })

  test('may have links that stay in the workspace, or lead nowhere in it', async () => {
    await using folder = await folderWith({ 'evals/ask-dialect/workspace/a/b.txt': 'b' })
    const workspace = join(folder.directory, 'evals/ask-dialect/workspace')
    for (const [name, target] of [
      ['file', 'a/b.txt'],
      ['folder', 'a'],
      ['own', '.'],
      ['nowhere', 'a/gone'],
      ['circle', 'circle'],
      ['a/above', '../a/b.txt'],
    ] as const) {
      await symlink(target, join(workspace, name))
    }
    expect((await loadBenchmark(folder.directory)).evals).toHaveLength(1)
  })

  test('whose prompt is a folder is refused with the cause', async () => {
    await using folder = await folderWith({ [prompt]: undefined })
    await mkdir(join(folder.directory, prompt))
    await expect(loadBenchmark(folder.directory)).rejects.toMatchObject({
      code: 'VITRIAL_BENCHMARK_UNREADABLE',
      cause: { code: 'EISDIR' },
    })
  })

  test('must be there', async () => {
    const { codes } = await problemsOf({ [prompt]: undefined, [judge]: undefined })
    expect(codes).toStrictEqual(['VITRIAL_NO_EVALS evals'])
  })

  test('must match the categories', async () => {
    const { codes, messages } = await problemsOf({ 'benchmark.ts': benchmarkText({ categories: ['ui'] }) })
    expect(codes).toStrictEqual(['VITRIAL_NO_EVALS benchmark.ts categories'])
    expect(messages).toStrictEqual(['No eval has a metric of these categories. There are: sql.'])
  })
})

/** Settings that put everything on a runtime of one's own. */
function local(runtime: object): object {
  return { runtimes: { local: runtime }, placement: { runtime: 'local' } }
}

describe('models', () => {
  const openai = { options: { baseURL: 'https://models.example/v1', apiKey: '{env:OPENAI_API_KEY}' } }

  test.each<[string, object, LoadBenchmarkOptions, readonly string[], string]>([
    [
      'a judge that is missing',
      { judge: undefined },
      {},
      ['VITRIAL_JUDGE_MODEL_MISSING benchmark.ts judge.model'],
      "evals/ask-dialect/judge.md needs a judge. Write: judge: { model: 'provider/model' }.",
    ],
    [
      'an unknown runtime',
      { placement: { runtime: 'proces' } },
      {},
      ['VITRIAL_RUNTIME_UNKNOWN benchmark.ts placement.runtime'],
      'There is no runtime "proces". Did you mean "process"?',
    ],
    [
      'an unknown runtime of the invocation',
      {},
      { runtime: 'constructor' },
      ['VITRIAL_RUNTIME_UNKNOWN'],
      'There is no runtime "constructor", which --runtime or VITRIAL_RUNTIME asks for. There are: docker, process.',
    ],
    [
      'a scenario that is missing',
      { models: ['scripted/carefull'] },
      {},
      ['VITRIAL_SCENARIO_MISSING benchmark.ts models[0]'],
      '"scripted/carefull" has no scenario. Did you mean "scripted/careful"? There are: careful, judge. ' +
        'Write scripted/carefull.ts or name another model.',
    ],
    [
      'a scenario outside the folder',
      { models: ['scripted/../benchmark'] },
      {},
      ['VITRIAL_SCENARIO_MISSING benchmark.ts models[0]'],
      '"scripted/../benchmark" has no scenario.',
    ],
    [
      'a provider that is not described',
      { models: ['open-ai/gpt'], ...local({ kind: 'process', allowRealKeys: true }) },
      {},
      ['VITRIAL_PROVIDER_UNKNOWN benchmark.ts models[0]'],
      'Provider "open-ai" of "open-ai/gpt" is not described. Write: candidate: { providers: { \'open-ai\': ' +
        "{ options: { baseURL: 'https://…/v1', apiKey: '{env:OPEN_AI_API_KEY}' } } } }.",
    ],
    [
      'a provider without an address',
      {
        models: ['openai/gpt'],
        candidate: { providers: { openai: {} } },
        ...local({ kind: 'process', allowRealKeys: true }),
      },
      {},
      ['VITRIAL_PROVIDER_UNKNOWN benchmark.ts models[0]'],
      'Provider "openai" of "openai/gpt" has no options.baseURL.',
    ],
    [
      'a real key where nothing isolates the agent',
      { models: ['openai/gpt', 'scripted/careful'], candidate: { providers: { openai } } },
      {},
      ['VITRIAL_REAL_KEYS_REFUSED benchmark.ts runtimes.process.allowRealKeys'],
      'Runtime "process" is of kind process: nothing isolates the agent there, so it can read this process\'s ' +
        'environment and your files, and with them the keys of "openai/gpt". If that is acceptable, write: ' +
        "runtimes: { process: { kind: 'process', allowRealKeys: true } }.",
    ],
    [
      "the judge's real key where nothing isolates the agent",
      { judge: { model: 'openai/gpt' }, candidate: { providers: { openai } }, ...local({ kind: 'process' }) },
      {},
      ['VITRIAL_REAL_KEYS_REFUSED benchmark.ts runtimes.local.allowRealKeys'],
      'Runtime "local" is of kind process',
    ],
    [
      'a runtime that has not landed',
      {
        runtimes: { farm: { kind: 'engines', endpoints: [{ name: 'a', url: 'unix:///a' }] } },
        placement: { runtime: 'farm' },
      },
      {},
      ['VITRIAL_SETTING_NOT_LANDED benchmark.ts placement.runtime'],
      "Place it on the runtime 'docker' or 'process'.",
    ],
    [
      'a panel of judges',
      { judge: { models: ['scripted/judge'] } },
      {},
      ['VITRIAL_SETTING_NOT_LANDED benchmark.ts judge.models'],
      'judge.models is not supported yet',
    ],
  ])('with %s are refused with what to write', async (_, settings, options, codes, message) => {
    const problems = await problemsOf({ 'benchmark.ts': benchmarkText({ ...settings }) }, options)
    expect(problems.codes).toStrictEqual(codes)
    expect(problems.messages[0]).toContain(message)
  })

  test('with a real key are accepted where the runtime allows it, the built-in one replaced', async () => {
    const runtimes = { process: { kind: 'process', allowRealKeys: true } }
    const settings = { models: ['openai/gpt'], candidate: { providers: { openai } }, runtimes }
    expect((await problemsOf({ 'benchmark.ts': benchmarkText(settings) })).codes).toStrictEqual([])
  })
})

test('reports what is wrong with a benchmark and its evals in one error', async () => {
  await using folder = await folderWith({
    'benchmark.ts': benchmarkText({ repetition: 2 }),
    'evals/ask-dialect/prompt.md': ' ',
    'evals/b/judge.md': '## Metric: B — B\n## metric c\n',
  })
  await writeFile(join(folder.directory, 'evals/b/eval.ts'), 'export default 3')
  await expect(loadBenchmark(folder.directory, { shownFrom: folder.directory })).rejects.toMatchObject({
    code: 'VITRIAL_SETTING_UNKNOWN',
    message: [
      '6 problems, each to be mended:',
      'VITRIAL_SETTING_UNKNOWN  benchmark.ts: repetition\nUnknown setting "repetition". Did you mean "repetitions"?',
      'VITRIAL_PROMPT_EMPTY  evals/ask-dialect/prompt.md\nThe prompt is empty. Write the task: it is sent verbatim.',
      'VITRIAL_PROMPT_MISSING  evals/b/prompt.md\nEval "b" has no prompt. Write the task into prompt.md.',
      'VITRIAL_RUBRIC_METRIC_ID  evals/b/judge.md:1\n"B" is not a metric id. Write lowercase snake_case, such as "b".',
      'VITRIAL_RUBRIC_METRIC_HEADING  evals/b/judge.md:2\n"## metric c" looks like a metric and is none. Write "## Metric: some_id — What it requires".',
      'VITRIAL_EVAL_INVALID  evals/b/eval.ts\nThe default export is 3. Write export default { … } satisfies Eval.',
    ].join('\n\n'),
  })
})
