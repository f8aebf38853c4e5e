import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { errorMessage, InfrastructureError } from '@vitrial/core'
import type { ChatBody } from '../wire-formats/chat-completions.ts'
import type { ModelCall } from '../model-call.ts'
import type { Provider, ProviderRequest } from '../provider.ts'
import { decodedBody } from './decoded-body.ts'
import { upstreamOf, type Upstream, type UpstreamSources } from './upstream.ts'
import type { UpstreamClient } from './upstream-client.ts'
import { createUsageReader } from './usage-reader.ts'

export interface PassThroughOptions extends UpstreamSources {
  readonly client: UpstreamClient
}

/** What of the agent's headers a provider gets: the affinity lets it find its prompt cache again. */
const forwardedHeaders = ['accept', 'user-agent', 'x-session-affinity'] as const

/** What of the provider's headers an agent gets. */
const returnedHeaders = ['content-type', 'retry-after', 'retry-after-ms', 'x-request-id'] as const

/** Passes calls on to an OpenAI-compatible service, with the real key in place of the agent's token. */
export function createPassThroughProvider(options: PassThroughOptions): Provider {
  return {
    async prepare(ref) {
      upstreamOf(ref, options)
    },
    async serve(request, call) {
      const upstream = upstreamOf(request.ref, options)
      const { url } = upstream
      const body = JSON.stringify(upstreamBody(request))
      const headers = {
        ...upstreamHeaders(call.requestHeaders, upstream),
        'content-length': Buffer.byteLength(body),
      }
      let response: IncomingMessage
      try {
        response = await options.client.post(url, { headers, body, signal: call.signal })
      } catch (cause) {
        call.signal.throwIfAborted()
        throw new InfrastructureError(
          'VITRIAL_INFRA_PROVIDER',
          `Provider ${request.ref.provider} could not be reached: ${errorMessage(cause)}. ` +
            'Check its options.baseURL and the network.',
          { cause },
        )
      }
      await passBack(response, call, request.ref.provider)
    },
  }
}

async function passBack(response: IncomingMessage, call: ModelCall, provider: string): Promise<void> {
  const status = response.statusCode ?? 502
  if (status >= 400) call.reportUnbilled()
  const reader = createUsageReader(response.headers['content-type'], {
    onTokens: (tokens) => call.reportTokens(tokens),
    onComplete: () => call.markComplete(),
  })
  call.begin(status, returnedFrom(response.headers))
  try {
    for await (const bytes of decodedBody(response)) {
      // Read first: once the agent has the last event it may hang up.
      reader.read(bytes)
      await call.send(bytes)
    }
  } catch (cause) {
    call.signal.throwIfAborted()
    throw new InfrastructureError(
      'VITRIAL_INFRA_PROVIDER',
      `Provider ${provider} broke off its response: ${errorMessage(cause)}.`,
      { cause },
    )
  }
  reader.end()
  call.end()
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
