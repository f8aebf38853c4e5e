import { expect, test } from 'vitest'
import { z } from 'zod'
import { benchmarkSettingsSchema, type BenchmarkInput } from '../schemas/benchmark-settings.ts'
import { evalSettingsSchema, type EvalInput } from '../schemas/eval-settings.ts'
import { everyBenchmarkSetting, everyEvalSetting } from './every-setting.fixture.ts'
import { unlandedEvalSettings, unlandedSettings } from './unlanded-settings.ts'

const local = { runtimes: { local: { kind: 'process' } }, placement: { runtime: 'local' } } as const

function keysUsedBy(benchmark: Partial<BenchmarkInput>): readonly string[] {
  const settings = benchmarkSettingsSchema.parse({ models: ['a/b'], ...local, ...benchmark })
  return unlandedSettings(settings).map(({ key }) => key)
}

function keysUsedByEval(settings: EvalInput): readonly string[] {
  return unlandedEvalSettings(evalSettingsSchema.parse(settings)).map(({ key }) => key)
}

test('lets pass what has landed', () => {
  const landed: Partial<BenchmarkInput> = {
    name: 'shop',
    repetitions: 1,
    concurrency: 3,
    pass: 'recorded',
    judge: { model: 'a/b', timeoutMs: 1000, kind: 'agent' },
    candidate: { harness: { kind: 'opencode', agent: 'build' }, timeoutMs: 1000, providers: { a: {} } },
    categories: ['sql'],
    runtimes: { local: { kind: 'process', allowRealKeys: true }, farm: { kind: 'docker' } },
    container: { engine: 'podman', image: 'a', cpus: 1, memoryMiB: 1, files: 1, bytesMiB: 1 },
  }
  expect(keysUsedBy(landed)).toStrictEqual([])
  expect(keysUsedBy({ placement: { runtime: 'process' } })).toStrictEqual([])
  expect(keysUsedByEval({ candidate: { timeoutMs: 1 }, pass: 1, excludeDirectories: ['x'] })).toStrictEqual(
    [],
  )
})

test('names every setting in use that has not landed', () => {
  const benchmark: Partial<BenchmarkInput> = {
    weight: 2,
    judge: { models: ['a/b'], repetitions: 3 },
    gate: {},
  }
  expect(keysUsedBy(benchmark)).toStrictEqual(['weight', 'gate', 'judge.models', 'judge.repetitions'])
  expect(keysUsedByEval({ earlyStop: true, guards: [] })).toStrictEqual(['earlyStop', 'guards'])
})

test('takes the runtimes there are, and names one that has not landed', () => {
  for (const runtime of ['docker', 'process'])
    expect(keysUsedBy({ placement: { runtime } })).toStrictEqual([])
  const farm = { kind: 'engines', endpoints: [{ name: 'a', url: 'unix:///a' }] } as const
  expect(keysUsedBy({ runtimes: { farm }, placement: { runtime: 'farm' } })).toStrictEqual([
    'placement.runtime',
  ])
})

const landedOfBenchmark = [
  'name',
  'models',
  'repetitions',
  'concurrency',
  'pass',
  'categories',
  'runtimes',
  'judge.model',
  'judge.timeoutMs',
  'candidate.timeoutMs',
  'candidate.providers',
  'container',
]

const landedOfEval = ['pass', 'excludeDirectories', 'candidate.timeoutMs']

test('knows of every setting whether it has landed', () => {
  const benchmark = benchmarkSettingsSchema.parse(everyBenchmarkSetting)
  const keys = [...landedOfBenchmark, ...unlandedSettings(benchmark).map(({ key }) => key)]
  expect(settingKeys(benchmarkSettingsSchema).filter((key) => !isCovered(key, keys))).toStrictEqual([])

  const settings = evalSettingsSchema.parse(everyEvalSetting)
  const evalKeys = [...landedOfEval, ...unlandedEvalSettings(settings).map(({ key }) => key)]
  expect(settingKeys(evalSettingsSchema).filter((key) => !isCovered(key, evalKeys))).toStrictEqual([])
})

function isCovered(key: string, by: readonly string[]): boolean {
  return by.some((other) => key === other || key.startsWith(`${other}.`))
}

/** The keys of a schema to the second level. */
function settingKeys(schema: z.ZodObject): readonly string[] {
  return Object.entries(schema.shape).flatMap(([key, value]) => {
    const inner = unwrap(value)
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((name) => `${key}.${name}`) : [key]
  })
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) return unwrap(schema.unwrap())
  return schema
}
