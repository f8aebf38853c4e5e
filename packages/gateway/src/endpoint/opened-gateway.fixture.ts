import { once } from 'node:events'
import { type ModelAccess, type ModelGateway, type ModelGrant, systemClock } from '@vitrial/core/ports'
import { modelExchangeSchema, type ModelExchange } from '@vitrial/core/recording'
import { parseModelRef } from '@vitrial/core/settings'
import { createGateway, type GatewayOptions } from './create-gateway.ts'

/** A gateway with one access to one model, and what it handed over. */
export interface OpenedGateway extends AsyncDisposable {
  readonly gateway: ModelGateway
  readonly access: ModelAccess
  readonly exchanges: readonly ModelExchange[]
  /** Opens a further access to the same model. */
  open(grant?: Partial<ModelGrant>): ModelAccess
  post(body: unknown, options?: PostOptions): Promise<Response>
  /** Resolves once so many calls have ended. */
  ended(count: number): Promise<void>
}

interface PostOptions {
  readonly token?: string
  readonly signal?: AbortSignal
  readonly headers?: Record<string, string>
  readonly path?: string
}

export async function openGateway(
  model: string,
  options: Partial<GatewayOptions> = {},
): Promise<OpenedGateway> {
  const ref = parseModelRef(model)
  if (!ref) throw new Error(`${model} is not a model`)
  let ids = 0
  const gateway = createGateway({
    providers: {},
    loadScenario: async () => undefined,
    environment: {},
    clock: systemClock,
    ids: { next: () => `id-${(ids += 1)}` },
    ...options,
  })
  await gateway.listen()
  const exchanges: ModelExchange[] = []
  const arrivals = new EventTarget()
  const open = (grant: Partial<ModelGrant> = {}): ModelAccess =>
    gateway.open({
      runId: 'run-1',
      stage: 'candidate',
      model: ref,
      onExchange(exchange) {
        exchanges.push(modelExchangeSchema.parse(exchange))
        arrivals.dispatchEvent(new Event('exchange'))
      },
      ...grant,
    })
  const access = open()
  return {
    gateway,
    access,
    exchanges,
    open,
    post: (body, { token = access.token, signal, headers = {}, path = '/chat/completions' } = {}) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal && { signal }),
      }),
    async ended(count) {
      while (exchanges.length < count) {
        await once(arrivals, 'exchange', { signal: AbortSignal.timeout(5000) })
      }
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}

/** A request as a harness sends it. */
export function chat(model: string, more: object = {}): object {
  return {
    model,
    messages: [{ role: 'user', content: 'Write a query' }],
    tools: [{ type: 'function', function: { name: 'bash', parameters: {} } }],
    ...more,
  }
}
