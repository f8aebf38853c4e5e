import { nearestOf } from '@vitrial/core/errors'
import {
  parseModelRef,
  runtimeSettingsOf,
  scriptedProvider,
  type BenchmarkSettings,
} from '@vitrial/core/settings'
import type { LoadProblems } from './load-problems.ts'
import { scenarioFile, scenarioNames } from './scenario-file.ts'

/** What the checks of a benchmark's models need to know. */
export interface ModelChecks {
  /** Absolute path. */
  readonly directory: string
  readonly settings: BenchmarkSettings
  /** How benchmark.ts is named in errors. */
  readonly file: string
  readonly problems: LoadProblems
  /** No agent will run. */
  readonly isForReading: boolean
}

/** A model in use, and the setting that names it. */
interface UsedModel {
  readonly text: string
  readonly key: string
  readonly provider: string
  /** What stands between the `/` and the `#`. */
  readonly model: string
}

/** Checks that every model has a provider or a scenario, and that no real key meets an agent nothing isolates. */
export async function checkModels(checks: ModelChecks): Promise<void> {
  const used = usedModels(checks.settings)
  const real = used.filter(({ provider }) => provider !== scriptedProvider)
  await checkScenarios(
    checks,
    used.filter(({ provider }) => provider === scriptedProvider),
  )
  checkProviders(checks, real)
  if (!checks.isForReading) checkRealKeys(checks, real)
}

function usedModels({ models, judge }: BenchmarkSettings): readonly UsedModel[] {
  const named = [
    ...models.map((text, index) => ({ text, key: `models[${index}]` })),
    ...(judge?.model === undefined ? [] : [{ text: judge.model, key: 'judge.model' }]),
    ...(judge?.models ?? []).map((text, index) => ({ text, key: `judge.models[${index}]` })),
  ]
  return named.flatMap(({ text, key }) => {
    const ref = parseModelRef(text)
    return ref ? [{ text, key, provider: ref.provider, model: ref.model }] : []
  })
}

async function checkScenarios(checks: ModelChecks, scripted: readonly UsedModel[]): Promise<void> {
  for (const { text, key, model } of scripted) {
    if ((await scenarioFile(checks.directory, model)) !== undefined) continue
    const names = await scenarioNames(checks.directory)
    const nearest = nearestOf(model, names)
    const hint = nearest === undefined ? '' : ` Did you mean "${scriptedProvider}/${nearest}"?`
    const there = names.length === 0 ? 'There are no scenarios.' : `There are: ${names.join(', ')}.`
    const message = `"${text}" has no scenario.${hint} ${there} Write scripted/${model}.ts or name another model.`
    checks.problems.report('VITRIAL_SCENARIO_MISSING', message, { file: checks.file, key })
  }
}

function checkProviders({ settings, file, problems }: ModelChecks, real: readonly UsedModel[]): void {
  const providers = settings.candidate.providers ?? {}
  const firstOfEach = real.filter(
    (one, index) => real.findIndex((other) => other.provider === one.provider) === index,
  )
  for (const { text, key, provider } of firstOfEach) {
    const settled = Object.hasOwn(providers, provider) ? providers[provider] : undefined
    if (settled?.options?.baseURL !== undefined) continue
    const nearest = settled ? undefined : nearestOf(provider, [scriptedProvider, ...Object.keys(providers)])
    const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
    const what = settled ? 'has no options.baseURL' : 'is not described'
    const variable = `${provider.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_API_KEY`.replace(/^(?=\d)/, '_')
    const message =
      `Provider "${provider}" of "${text}" ${what}.${hint} Write: candidate: { providers: { ${propertyName(provider)}: ` +
      `{ options: { baseURL: 'https://…/v1', apiKey: '{env:${variable}}' } } } }.`
    problems.report('VITRIAL_PROVIDER_UNKNOWN', message, { file, key })
  }
}

function checkRealKeys({ settings, file, problems }: ModelChecks, real: readonly UsedModel[]): void {
  const { runtime } = settings.placement
  const placed = runtimeSettingsOf(settings.runtimes, runtime)
  if (placed?.kind !== 'process' || placed.allowRealKeys === true || real.length === 0) return
  const models = [...new Set(real.map(({ text }) => `"${text}"`))].join(', ')
  const message =
    `Runtime "${runtime}" is of kind process: nothing isolates the agent there, so it can read this process's ` +
    `environment and your files, and with them the keys of ${models}. If that is acceptable, write: ` +
    `runtimes: { ${propertyName(runtime)}: { kind: 'process', allowRealKeys: true } }.`
  problems.report('VITRIAL_REAL_KEYS_REFUSED', message, { file, key: `runtimes.${runtime}.allowRealKeys` })
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : `'${name}'`
}
