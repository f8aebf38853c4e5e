import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { errorMessage, type InfrastructureError } from '@vitrial/core/errors'
import type { CallFate } from '@vitrial/core/recording'
import type { ModelRef } from '@vitrial/core/settings'
import { AnswerReader } from '../../answer/answer-reader.ts'
import { fateOfAnswer } from '../../answer/fate-of-answer.ts'
import { FailedCall } from '../../call/failed-call.ts'
import type { ChatBody } from '../../wire-formats/chat-completions.ts'
import type { ModelCall } from '../../call/model-call.ts'
import type { Provider, ProviderRequest } from '../provider.ts'
import { decodedBody } from './decoded-body.ts'
import { finalFailure } from './provider-advice.ts'
import { Silence } from './silence.ts'
import { upstreamOf, type Upstream, type UpstreamSources } from './upstream.ts'
import type { UpstreamClient } from './upstream-client.ts'

export interface PassThroughOptions extends UpstreamSources {
  readonly client: UpstreamClient
}

/** What of the agent's headers a provider gets: the affinity lets it find its prompt cache again. */
const forwardedHeaders = ['accept', 'user-agent', 'x-session-affinity'] as const

/** What of the provider's headers an agent gets. */
const returnedHeaders = ['content-type', 'retry-after', 'retry-after-ms', 'x-request-id'] as const

/** As long as OpenCode itself waits. */
const defaultSilenceMs = 300_000

/** Passes calls on to an OpenAI-compatible service, with the real key in place of the agent's token. */
export function createPassThroughProvider(options: PassThroughOptions): Provider {
  const finalFailures = new Map<string, InfrastructureError>()
  const served = new Set<string>()
  const silenceMsOf = ({ provider }: ModelRef): number => {
    const settings = Object.hasOwn(options.providers, provider) ? options.providers[provider] : undefined
    return settings?.options?.timeout ?? defaultSilenceMs
  }
  return {
    async prepare(ref) {
      finalFailures.delete(nameOf(ref))
      upstreamOf(ref, options)
    },
    finalFailureOf: (ref) => finalFailures.get(nameOf(ref)),
    silenceMsOf,
    async serve(request, call) {
      const { ref } = request
      const name = nameOf(ref)
      using silence = new Silence(silenceMsOf(ref))
      const response = await send(request, call, { ...options, silence })
      const fate = await passBack(response, call, { request, silence, hasServed: served.has(name) })
      if (fate.is === 'served') served.add(name)
      if (!fate.final) return
      const failure = finalFailure(ref, response.statusCode ?? 0, fate, options)
      finalFailures.set(name, failure)
      call.giveUp(failure)
    },
  }
}

function nameOf({ provider, model }: ModelRef): string {
  return `${provider}/${model}`
}

interface Sending extends PassThroughOptions {
  readonly silence: Silence
}

async function send(
  request: ProviderRequest,
  call: ModelCall,
  { silence, client, ...sources }: Sending,
): Promise<IncomingMessage> {
  const upstream = upstreamOf(request.ref, sources)
  const { url } = upstream
  const body = JSON.stringify(upstreamBody(request))
  const headers = {
    ...upstreamHeaders(call.requestHeaders, upstream),
    'content-length': Buffer.byteLength(body),
  }
  call.ask()
  try {
    const signal = AbortSignal.any([call.signal, silence.signal])
    return await client.post(url, { headers, body, signal })
  } catch (cause) {
    call.signal.throwIfAborted()
    if (silence.signal.aborted) throw silent(request.ref, silence)
    const reason = `no connection: ${errorMessage(cause)}`
    throw new FailedCall(
      502,
      `Provider ${request.ref.provider} could not be reached: ${errorMessage(cause)}. ` +
        'Check its options.baseURL and the network.',
      { is: 'failed', reason },
      cause,
    )
  }
}

interface Passing {
  readonly request: ProviderRequest
  readonly silence: Silence
  readonly hasServed: boolean
}

/** Hands the response on as it comes. @returns what it made of the call. */
async function passBack(
  response: IncomingMessage,
  call: ModelCall,
  { request, silence, hasServed }: Passing,
): Promise<CallFate> {
  const { ref, body } = request
  const status = response.statusCode ?? 502
  const isStream = body.stream === true
  if (status >= 400) call.reportUnbilled()
  const reader = new AnswerReader(isStream, {
    onTokens: (tokens) => call.reportTokens(tokens),
    onSign: () => {
      silence.break()
      call.sign()
    },
    onComplete: () => {
      if (fateNow().is === 'served') call.markComplete()
    },
  })
  const fateNow = (): CallFate =>
    fateOfAnswer({
      status,
      seen: reader.seen,
      isStream,
      location: response.headers.location,
      hasServed,
      redact: (text) => call.redact(text),
    })
  const onSilence = (): unknown => response.destroy(silence.signal.reason)
  silence.signal.addEventListener('abort', onSilence, { once: true })
  call.begin(status, returnedFrom(response.headers))
  try {
    for await (const bytes of decodedBody(response)) {
      // Read first: once the agent has the last event it may hang up.
      reader.read(bytes)
      silence.pause()
      await call.send(bytes)
      silence.resume()
    }
  } catch (cause) {
    call.signal.throwIfAborted()
    if (silence.signal.aborted) throw silent(ref, silence)
    // What it said before it broke off may say more.
    const fate = fateNow()
    const reason = `a response that broke off: ${errorMessage(cause)}`
    throw new FailedCall(
      502,
      `Provider ${ref.provider} broke off its response: ${errorMessage(cause)}.`,
      status >= 400 && fate.is !== 'served' ? fate : { is: 'failed', reason },
      cause,
    )
  }
  reader.end()
  const fate = fateNow()
  call.end(fate)
  return fate
}

/** A provider that said nothing, or nothing more. The agent gets a status that it tries again for. */
function silent({ provider }: ModelRef, { signal }: Silence): FailedCall {
  const cause: unknown = signal.reason
  const message = errorMessage(cause)
  return new FailedCall(
    504,
    `Provider ${provider} was silent. ${message} Its options.timeout says how long it may be.`,
    { is: 'failed', reason: `silence. ${message.replace(/\.$/, '')}` },
    cause,
  )
}

function upstreamBody({ ref, entry, body }: ProviderRequest): ChatBody {
  const named = { ...body, model: entry.id ?? ref.model }
  if (!body.stream) return named
  // Whatever the agent wants: without it no usage would come, and the cost would be unknown.
  return { ...named, stream_options: { ...body.stream_options, include_usage: true } }
}

function upstreamHeaders(
  asked: IncomingHttpHeaders,
  { key, headers }: Pick<Upstream, 'key' | 'headers'>,
): OutgoingHttpHeaders {
  const declared = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const)
  return {
    ...picked(asked, forwardedHeaders),
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...Object.fromEntries(declared),
  }
}

function returnedFrom(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { 'cache-control': 'no-cache', ...picked(headers, returnedHeaders) }
}

function picked(headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}
