import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchmarkSettingsSchema, evalSettingsSchema } from '@vitrial/core/settings'
import { trialsOf } from '@vitrial/core/trial'
import type { LoadedEval } from '@vitrial/host'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { promptModule } from './prompt-module.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrial-prompt-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function loadedEval(id: string, settings: object = {}): Promise<LoadedEval> {
  const folder = join(directory, 'evals', id)
  await mkdir(folder, { recursive: true })
  const promptFile = join(folder, 'prompt.md')
  const rubricFile = join(folder, 'judge.md')
  await writeFile(promptFile, 'Do it.\n')
  await writeFile(rubricFile, '## Metric: done — Does it\n')
  return {
    id,
    directory: folder,
    prompt: 'Do it.\n',
    promptFile,
    rubric: { title: undefined, metrics: [{ id: 'done', label: 'Does it', line: 1 }], text: '' },
    rubricFile,
    settings: evalSettingsSchema.parse(settings),
  }
}

async function moduleOf(
  loaded: LoadedEval,
  sources: readonly string[] = [],
  collapsed: ReadonlySet<string> = new Set(),
) {
  const settings = benchmarkSettingsSchema.parse({
    models: ['scripted/a"b', 'scripted/b'],
    judge: { model: 'scripted/judge' },
    repetitions: 2,
    pass: 'recorded',
  })
  const trials = trialsOf({
    evalIds: [loaded.id, 'another'],
    models: settings.models,
    repetitions: settings.repetitions,
  })
  const benchmark = {
    directory,
    name: 'b',
    settings,
    evals: [loaded],
    scenarioHashes: new Map(),
    sourceFiles: [],
    commandArguments: {},
  }
  return promptModule({
    project: 'evals',
    host: { benchmark, trials },
    loaded,
    sources,
    collapsed,
  })
}

test('writes one literal top-level call a trial of its eval', async () => {
  const { code } = await moduleOf(await loadedEval('one'))

  const calls = code.split('\n').filter((line) => line.startsWith('test('))
  expect(calls).toEqual(
    [
      ['one / scripted/a"b / #1', 'one:scripted/a"b:1'],
      ['one / scripted/a"b / #2', 'one:scripted/a"b:2'],
      ['one / scripted/b / #1', 'one:scripted/b:1'],
      ['one / scripted/b / #2', 'one:scripted/b:2'],
    ].map(
      ([name, id]) =>
        `test(${JSON.stringify(name)}, { concurrent: true, timeout: 0 }, trialBody(${JSON.stringify(id)}, context))`,
    ),
  )
})

test('maps every line to the start of the prompt', async () => {
  const loaded = await loadedEval('one')

  const { code, map } = await moduleOf(loaded)

  expect(map.sources).toEqual([loaded.promptFile])
  expect(map.mappings.split(';')).toEqual(code.split('\n').map(() => 'AAAA'))
})

test("takes an eval's own pass rule before the benchmark's", async () => {
  expect((await moduleOf(await loadedEval('one'))).code).toContain('"pass":"recorded"')
  expect((await moduleOf(await loadedEval('two', { pass: 0.5 }))).code).toContain('"pass":0.5')
})

test('depends on what every eval is read from', async () => {
  const shared = join(directory, 'benchmark.ts')
  const { code } = await moduleOf(await loadedEval('one'), [shared])
  expect(code).toContain(`import ${JSON.stringify(`${shared}?raw`)}\n`)
})

test('makes one call of the reused trials of a model, beside those that are not', async () => {
  const loaded = await loadedEval('one')
  const collapsed = new Set([
    'one:scripted/b:1',
    'one:scripted/b:2',
    'one:scripted/a"b:2',
    'another:scripted/b:1',
  ])

  const { code } = await moduleOf(loaded, [], collapsed)

  const calls = code.split('\n').filter((line) => line.startsWith('test('))
  const options = '{ concurrent: true, timeout: 0 }'
  expect(calls).toEqual([
    `test("one / scripted/a\\"b / #1", ${options}, trialBody("one:scripted/a\\"b:1", context))`,
    `test("one / scripted/a\\"b / 1 reused", ${options}, reusedBody(["one:scripted/a\\"b:2"], context))`,
    `test("one / scripted/b / 2 reused", ${options}, reusedBody(["one:scripted/b:1","one:scripted/b:2"], context))`,
  ])
})
