import { InfrastructureError } from '@vitrial/core/errors'
import type { CallFate } from '@vitrial/core/recording'
import { environmentVariableOf, type ModelRef } from '@vitrial/core/settings'
import { upstreamOf, type UpstreamSources } from './upstream.ts'

/**
 * What is wrong with a model that its provider finally does not serve, and what to do about it.
 *
 * @param status of the provider's response.
 */
export function finalFailure(
  ref: ModelRef,
  status: number,
  { reason = 'a final refusal' }: CallFate,
  sources: UpstreamSources,
): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_PROVIDER',
    `The provider of ${ref.provider}/${ref.model} does not serve it: ${reason}. ${adviceOn(ref, status, reason, sources)} ` +
      'Then run the trials again.',
  )
}

function adviceOn(ref: ModelRef, status: number, reason: string, sources: UpstreamSources): string {
  if (status === 402 || /quota|credit|balance|billing|funds|payment/i.test(reason)) {
    return `Add credit to the account at provider ${ref.provider}, or raise its limit there.`
  }
  if (status === 401 || status === 403 || /key|auth/i.test(reason)) return keyAdvice(ref, sources)
  const { url } = upstreamOf(ref, sources)
  const entryId = sources.providers[ref.provider]?.models?.[ref.model]?.id
  const id = JSON.stringify(entryId ?? ref.model)
  const path = /\/v\d/.test(url.pathname) ? '' : ', whose path has no /v1'
  return (
    `Check the model's id ${id} and options.baseURL of provider ${ref.provider}: ` +
    `the call went to ${url.origin}${url.pathname}${path}.`
  )
}

function keyAdvice({ provider, model }: ModelRef, { providers }: UpstreamSources): string {
  const { apiKey } = providers[provider]?.options ?? {}
  const variable = apiKey === undefined ? undefined : environmentVariableOf(apiKey)
  return variable === undefined
    ? `Give provider ${provider} a key: options.apiKey "{env:NAME}", and the key in that environment variable.`
    : `Check the key in the environment variable ${variable}, and that it may use ${model}.`
}
