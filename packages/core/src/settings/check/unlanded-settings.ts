import type { BenchmarkSettings } from '../schemas/benchmark-settings.ts'
import type { EvalSettings } from '../schemas/eval-settings.ts'
import { runtimeSettingsOf } from '../schemas/runtime-settings.ts'

/** A setting that is valid and does nothing yet, in use. */
export interface UnlandedSetting {
  /** Dotted path, such as `judge.models`. */
  readonly key: string
  /** What is in use and what to do about it. */
  readonly message: string
}

/** A line here is a feature that has not landed; the commit that lands it removes the line. */
interface Unlanded<Settings> {
  readonly key: string
  /** What the setting is, from the settings that use it; undefined where it is not in use. */
  readonly used: (settings: Settings) => unknown
  /** A value that counts as not in use, or several. */
  readonly unless?: unknown
  /** What to do meanwhile. @default 'Remove it.' */
  readonly meanwhile?: string
}

const unlandedOfBenchmark: readonly Unlanded<BenchmarkSettings>[] = [
  { key: 'suite', used: ({ suite }) => suite },
  { key: 'weight', used: ({ weight }) => weight, unless: 1 },
  { key: 'arms', used: ({ arms }) => arms },
  { key: 'baselineArm', used: ({ baselineArm }) => baselineArm },
  { key: 'gate', used: ({ gate }) => gate },
  { key: 'limits', used: ({ limits }) => limits },
  { key: 'judge.models', used: ({ judge }) => judge?.models, meanwhile: 'Name one judge in judge.model.' },
  { key: 'judge.rule', used: ({ judge }) => judge?.rule },
  { key: 'judge.repetitions', used: ({ judge }) => judge?.repetitions, unless: 1 },
  { key: 'judge.kind', used: ({ judge }) => judge?.kind, unless: 'agent' },
  { key: 'judge.websearch', used: ({ judge }) => judge?.websearch, unless: false },
  { key: 'judge.runtime', used: ({ judge }) => judge?.runtime },
  { key: 'judge.verification', used: ({ judge }) => judge?.verification },
  {
    key: 'candidate.harness',
    used: ({ candidate }) => candidate.harness.kind,
    unless: 'opencode',
    meanwhile: "Use harness: 'opencode'.",
  },
  { key: 'candidate.websearch', used: ({ candidate }) => candidate.websearch, unless: false },
  { key: 'candidate.maxCostUsd', used: ({ candidate }) => candidate.maxCostUsd },
  { key: 'candidate.network', used: ({ candidate }) => candidate.network },
  {
    key: 'placement.runtime',
    // A runtime that is declared and not used is left in peace.
    used: ({ runtimes, placement }) => runtimeSettingsOf(runtimes, placement.runtime)?.kind,
    unless: ['docker', 'process'],
    meanwhile: "Place it on the runtime 'docker' or 'process'.",
  },
  { key: 'placement.labels', used: ({ placement }) => placement.labels },
  { key: 'sinks', used: ({ sinks }) => sinks },
  { key: 'calibration', used: ({ calibration }) => calibration },
]

const unlandedOfEval: readonly Unlanded<EvalSettings>[] = [
  {
    key: 'container',
    used: ({ container }) => container,
    meanwhile: "Name an image for all evals in the benchmark's container.image.",
  },
  {
    key: 'workspace',
    used: ({ workspace }) => workspace,
    meanwhile: 'Put the files the candidate starts with into the folder workspace/ beside prompt.md.',
  },
  { key: 'prepare', used: ({ prepare }) => prepare },
  { key: 'candidate.websearch', used: ({ candidate }) => candidate?.websearch, unless: false },
  { key: 'candidate.maxCostUsd', used: ({ candidate }) => candidate?.maxCostUsd },
  { key: 'candidate.network', used: ({ candidate }) => candidate?.network },
  { key: 'placement', used: ({ placement }) => placement },
  { key: 'earlyStop', used: ({ earlyStop }) => earlyStop, unless: false },
  { key: 'oracle', used: ({ oracle }) => oracle },
  { key: 'guards', used: ({ guards }) => guards },
  { key: 'observe', used: ({ observe }) => observe },
]

/** Lists the settings of a benchmark whose feature has not landed and that are in use. */
export function unlandedSettings(settings: BenchmarkSettings): readonly UnlandedSetting[] {
  return inUse(unlandedOfBenchmark, settings)
}

/** Lists the settings of an eval whose feature has not landed and that are in use. */
export function unlandedEvalSettings(settings: EvalSettings): readonly UnlandedSetting[] {
  return inUse(unlandedOfEval, settings)
}

function inUse<Settings>(
  table: readonly Unlanded<Settings>[],
  settings: Settings,
): readonly UnlandedSetting[] {
  return table.flatMap(({ key, used, unless, meanwhile = 'Remove it.' }) => {
    const value = used(settings)
    if (value === undefined || [unless].flat().includes(value)) return []
    const shown = typeof value === 'string' ? ` (here ${JSON.stringify(value)})` : ''
    return [{ key, message: `${key}${shown} is not supported yet by this version of Vitrial. ${meanwhile}` }]
  })
}
