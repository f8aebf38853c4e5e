import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  createRedactor,
  InfrastructureError,
  scriptedProvider,
  type Clock,
  type Ids,
  type ModelEntry,
  type ModelGateway,
  type ModelRef,
  type ProviderSettings,
} from '@vitrial/core'
import { answerRequest } from './answer-request.ts'
import { ByteBudget, type BudgetLimits } from '../access/byte-budget.ts'
import { connectionOf } from './connection.ts'
import { OpenAccess } from '../access/open-access.ts'
import { createPassThroughProvider } from '../providers/pass-through/pass-through-provider.ts'
import { createUpstreamClient } from '../providers/pass-through/upstream-client.ts'
import { keysOf } from '../providers/pass-through/upstream.ts'
import type { Provider } from '../providers/provider.ts'
import type { LoadScenario } from '../providers/scripted/scenario-module.ts'
import { createScriptedProvider } from '../providers/scripted/scripted-provider.ts'

export interface GatewayOptions {
  /** By the name that stands before the `/` of a model. */
  readonly providers: Readonly<Record<string, ProviderSettings>>
  /** Imports the scenario module of `scripted/<name>`; undefined if there is none. */
  readonly loadScenario: LoadScenario
  /** Where the keys are. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly ids: Ids
  /** A longer request is refused. @default 32 MiB */
  readonly requestLimitBytes?: number
  /** How much of a response is kept in its exchange. @default 4 MiB */
  readonly responseTextLimitBytes?: number
  /** How much the calls under way may take up. @default {@link budgetLimits} */
  readonly budgetLimits?: BudgetLimits
}

/** The gateway as an HTTP server of this process. */
export interface Gateway extends ModelGateway {
  /** Opens a port on 127.0.0.1 for agents on this machine. Idempotent; before it there is no `url`. */
  listen(): Promise<void>
}

const mebibyte = 1024 * 1024

/**
 * Never: an agent may be quiet for as long as its tools work, and would lose the race between its next call on a kept
 * connection and the closing of that.
 */
const keepAliveTimeout = 0

/** Serves scripted models and passes calls on to real ones. */
export function createGateway(options: GatewayOptions): Gateway {
  const { providers, clock, ids } = options
  const accesses = new Map<string, OpenAccess>()
  const connections = new Set<Duplex>()
  const client = createUpstreamClient()
  const budget = new ByteBudget(options.budgetLimits)
  const scripted = createScriptedProvider(options)
  const passThrough = createPassThroughProvider({ ...options, client })
  let closing: Promise<void> | undefined
  let listening: Promise<string> | undefined
  let url: string | undefined

  const providerOf = (ref: ModelRef): Provider => (isScripted(ref) ? scripted : passThrough)
  const entryOf = (ref: ModelRef): ModelEntry => {
    const models = (Object.hasOwn(providers, ref.provider) && providers[ref.provider]?.models) || {}
    return (Object.hasOwn(models, ref.model) && models[ref.model]) || {}
  }

  const server = createServer({ keepAliveTimeout }, (request, response) => {
    answerRequest(request, response, {
      clock,
      ids,
      requestLimitBytes: options.requestLimitBytes ?? 32 * mebibyte,
      responseTextLimitBytes: options.responseTextLimitBytes ?? 4 * mebibyte,
      accessOf: (token) => accesses.get(token),
      providerOf,
      entryOf,
    }).catch(() => response.destroy())
  })
  server.on('connection', (connection: Duplex) => {
    if (closing) connection.destroy()
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })

  const close = async (): Promise<void> => {
    try {
      disposeAll(accesses.values())
    } finally {
      client[Symbol.dispose]()
      await listening?.catch(() => undefined)
      const closed = new Promise((resolve) => server.close(resolve))
      for (const connection of connections) connection.destroy()
      await closed
    }
  }

  return {
    get url() {
      if (url !== undefined) return url
      throw new InfrastructureError(
        'VITRIAL_INFRA_INTERNAL',
        'The gateway has no url: its port is not open. Call listen() first.',
      )
    },
    async listen() {
      listening ??= new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(0, '127.0.0.1', () => {
          const address = server.address()
          const port = typeof address === 'object' && address ? address.port : 0
          resolve(`http://127.0.0.1:${port}/v1`)
        })
      })
      url = await listening
    },
    get redactor() {
      return createRedactor(keysOf(options))
    },
    entryOf,
    isScripted,
    prepare: (ref) => providerOf(ref).prepare(ref),
    finalFailureOf: (ref) => providerOf(ref).finalFailureOf(ref),
    open(grant) {
      if (closing) {
        throw new InfrastructureError(
          'VITRIAL_INFRA_INTERNAL',
          'The gateway is closed: it can open no access.',
        )
      }
      const redactor = createRedactor(keysOf(options))
      const access = new OpenAccess({ grant, redactor, budget: budget.open() }, ({ token }) =>
        accesses.delete(token),
      )
      accesses.set(access.token, access)
      return access
    },
    accept(connection) {
      server.emit('connection', connectionOf(connection))
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  }
}

function isScripted(ref: ModelRef): boolean {
  return ref.provider === scriptedProvider
}

/** Disposes each, also after one that throws; then throws the first error. */
function disposeAll(accesses: Iterable<OpenAccess>): void {
  const errors: unknown[] = []
  for (const access of accesses) {
    try {
      access[Symbol.dispose]()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
