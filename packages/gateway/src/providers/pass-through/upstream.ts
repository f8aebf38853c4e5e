import { BenchmarkError } from '@vitrial/core/errors'
import {
  environmentVariableOf,
  resolvedHeaders,
  variablesOfHeaders,
  type ModelRef,
  type ProviderSettings,
} from '@vitrial/core/settings'

/** Where a provider's models are reached, and with what key. */
export interface Upstream {
  readonly url: URL
  /** Undefined for a provider that needs none. */
  readonly key: string | undefined
  /** More headers of every request, with their keys in them. */
  readonly headers: Readonly<Record<string, string>>
  /** The keys in these headers. */
  readonly headerKeys: readonly string[]
}

export interface UpstreamSources {
  readonly providers: Readonly<Record<string, ProviderSettings>>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The keys of all providers that are there: whatever an agent is told by one may hold another's. */
export function keysOf({ providers, environment }: UpstreamSources): readonly string[] {
  return Object.values(providers).flatMap(({ options, models = {} }) => {
    const headers = [options?.headers, ...Object.values(models).map((model) => model.headers)]
    const variables = headers.flatMap((declared) => variablesOfHeaders(declared ?? {}))
    return [environmentVariableOf(options?.apiKey ?? '') ?? [], variables]
      .flat()
      .flatMap((variable) => environment[variable]?.trim() || [])
  })
}

/** Throws a {@link BenchmarkError} if the provider is not configured or its key is not there. */
export function upstreamOf(ref: ModelRef, { providers, environment }: UpstreamSources): Upstream {
  const settings = Object.hasOwn(providers, ref.provider) ? providers[ref.provider] : undefined
  const { baseURL, apiKey } = settings?.options ?? {}
  const wanted = `The model ${ref.provider}/${ref.model}`
  if (!settings) {
    const known = Object.keys(providers)
    throw new BenchmarkError(
      'VITRIAL_PROVIDER_UNKNOWN',
      `${wanted} names a provider that is not configured. Add candidate.providers.${ref.provider} with ` +
        `options.baseURL, or name a known provider (${known.length > 0 ? known.join(', ') : 'there is none'}).`,
    )
  }
  if (baseURL === undefined) {
    throw new BenchmarkError(
      'VITRIAL_PROVIDER_UNKNOWN',
      `${wanted} cannot be reached: provider ${ref.provider} has no options.baseURL. ` +
        'Give the base URL of an OpenAI-compatible service.',
    )
  }
  const declared = { ...settings.options?.headers, ...headersOfModel(ref, settings) }
  const valueOf = (variable: string): string => keyIn(variable, ref, environment)
  return {
    url: completionsUrl(baseURL),
    // The settings' schema lets no key through that is written out, and none must get into a message.
    key: apiKey === undefined ? undefined : keyIn(environmentVariableOf(apiKey), ref, environment),
    headers: resolvedHeaders(declared, valueOf),
    headerKeys: variablesOfHeaders(declared).map(valueOf),
  }
}

function headersOfModel(ref: ModelRef, { models = {} }: ProviderSettings): Readonly<Record<string, string>> {
  return (Object.hasOwn(models, ref.model) && models[ref.model]?.headers) || {}
}

function completionsUrl(baseURL: string): URL {
  const url = new URL(baseURL)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return url
}

function keyIn(
  variable: string | undefined,
  ref: ModelRef,
  environment: UpstreamSources['environment'],
): string {
  const key = variable === undefined ? undefined : environment[variable]?.trim()
  if (variable === undefined || key === undefined || key === '') {
    throw new BenchmarkError(
      'VITRIAL_PROVIDER_KEY_MISSING',
      `The key of provider ${ref.provider} is missing: the environment variable ${variable ?? '(none named)'} ` +
        'is not set. Set it and run again.',
    )
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new BenchmarkError(
      'VITRIAL_PROVIDER_KEY_MISSING',
      `The key of provider ${ref.provider} is not usable: the environment variable ${variable} holds spaces or ` +
        'other characters that no key has. Correct it and run again.',
    )
  }
  return key
}
