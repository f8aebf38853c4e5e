import {
  environmentVariableOf,
  parseModelRef,
  variablesOfHeaders,
  type BenchmarkSettings,
} from '@vitrial/core/settings'
import type { Check } from './check.ts'

/** What providers' own documentation calls their keys. */
const wellKnownVariables = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'AZURE_API_KEY',
  'DEEPSEEK_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'XAI_API_KEY',
] as const

export interface KeySources {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Undefined where no benchmark was loaded. */
  readonly settings: BenchmarkSettings | undefined
}

/** Checks that there are keys for the models. It names where they are and never shows one. */
export function checkKeys({ environment, settings }: KeySources): Check {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== ''
  const needed = settings === undefined ? [] : neededVariables(settings)
  const missing = needed.filter((name) => !isSet(name))
  if (missing.length > 0) {
    const fix = missing.map((name) => `export ${name}=…`).join('  ')
    return { id: 'keys', state: 'no', text: `keys: ${missing.join(', ')} not set (benchmark.ts)`, fix }
  }
  const found = [...new Set([...needed, ...wellKnownVariables])].filter(isSet)
  if (found.length > 0) return { id: 'keys', state: 'ok', text: `keys: ${found.join(', ')} (environment)` }
  if (settings) return { id: 'keys', state: 'ok', text: 'keys: the benchmark needs none' }
  return { id: 'keys', state: 'unknown', text: 'keys: none found; scripted models need none' }
}

/** The variables that the benchmark's models take their keys from. */
function neededVariables({ models, judge, candidate }: BenchmarkSettings): readonly string[] {
  const named = [...models, ...(judge?.models ?? []), ...(judge?.model === undefined ? [] : [judge.model])]
  const providers = new Set(named.map((model) => parseModelRef(model)?.provider))
  const settled = Object.entries(candidate.providers ?? {}).filter(([name]) => providers.has(name))
  const variables = settled.flatMap(([, { options, models: entries = {} }]) => [
    environmentVariableOf(options?.apiKey ?? ''),
    ...[options, ...Object.values(entries)].flatMap((one) => variablesOfHeaders(one?.headers)),
  ])
  return [...new Set(variables.filter((name) => name !== undefined))]
}
