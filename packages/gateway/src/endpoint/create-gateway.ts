import { InfrastructureError } from '@vitrial/core/errors'
import type { ByteStream, Clock, Ids, ModelAccess, ModelGateway, ModelGrant } from '@vitrial/core/ports'
import { createRedactor, type Redactor } from '@vitrial/core/redaction'
import {
  scriptedProvider,
  type ModelEntry,
  type ModelRef,
  type ProviderSettings,
} from '@vitrial/core/settings'
import { ByteBudget, type BudgetLimits } from '../access/byte-budget.ts'
import { OpenAccess } from '../access/open-access.ts'
import { createPassThroughProvider } from '../providers/pass-through/pass-through-provider.ts'
import { createUpstreamClient } from '../providers/pass-through/upstream-client.ts'
import { keysOf } from '../providers/pass-through/upstream.ts'
import type { Provider } from '../providers/provider.ts'
import type { LoadScenario } from '../providers/scripted/scenario-module.ts'
import { createScriptedProvider } from '../providers/scripted/scripted-provider.ts'
import { answerRequest, type AnswerContext } from './answer-request.ts'
import { LoopbackServer } from './loopback-server.ts'

/** What a gateway is made with. */
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

const mebibyte = 1024 * 1024

/** Creates a gateway that serves scripted models and passes calls on to real ones. */
export function createGateway(options: GatewayOptions): ModelGateway {
  return new HttpGateway(options)
}

/** The gateway as an HTTP server of this process. */
class HttpGateway implements ModelGateway {
  readonly #options: GatewayOptions
  readonly #accesses = new Map<string, OpenAccess>()
  readonly #client = createUpstreamClient()
  readonly #budget: ByteBudget
  readonly #scripted: Provider
  readonly #passThrough: Provider
  readonly #server: LoopbackServer
  #closing: Promise<void> | undefined
  #url: string | undefined

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#budget = new ByteBudget(options.budgetLimits)
    this.#scripted = createScriptedProvider(options)
    this.#passThrough = createPassThroughProvider({ ...options, client: this.#client })
    const context: AnswerContext = {
      clock: options.clock,
      ids: options.ids,
      requestLimitBytes: options.requestLimitBytes ?? 32 * mebibyte,
      responseTextLimitBytes: options.responseTextLimitBytes ?? 4 * mebibyte,
      accessOf: (token) => this.#accesses.get(token),
      providerOf: (ref) => this.#providerOf(ref),
      entryOf: (ref) => this.entryOf(ref),
    }
    this.#server = new LoopbackServer((request, response) => {
      answerRequest(request, response, context).catch(() => response.destroy())
    })
  }

  get url(): string {
    if (this.#url !== undefined) return this.#url
    throw new InfrastructureError(
      'VITRIAL_INFRA_INTERNAL',
      'The gateway has no url: its port is not open. Call listen() first.',
    )
  }

  get redactor(): Redactor {
    return createRedactor(keysOf(this.#options))
  }

  async listen(): Promise<void> {
    this.#url = `${await this.#server.listen()}/v1`
  }

  entryOf(ref: ModelRef): ModelEntry {
    const { providers } = this.#options
    const models = (Object.hasOwn(providers, ref.provider) && providers[ref.provider]?.models) || {}
    return (Object.hasOwn(models, ref.model) && models[ref.model]) || {}
  }

  isScripted(ref: ModelRef): boolean {
    return ref.provider === scriptedProvider
  }

  prepare(ref: ModelRef): Promise<void> {
    return this.#providerOf(ref).prepare(ref)
  }

  finalFailureOf(ref: ModelRef): InfrastructureError | undefined {
    return this.#providerOf(ref).finalFailureOf(ref)
  }

  open(grant: ModelGrant): ModelAccess {
    if (this.#closing) {
      throw new InfrastructureError('VITRIAL_INFRA_INTERNAL', 'The gateway is closed: it can open no access.')
    }
    const access = new OpenAccess(
      { grant, redactor: this.redactor, budget: this.#budget.open() },
      ({ token }) => this.#accesses.delete(token),
    )
    this.#accesses.set(access.token, access)
    return access
  }

  accept(connection: ByteStream): void {
    this.#server.accept(connection)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    try {
      disposeAll(this.#accesses.values())
    } finally {
      this.#client[Symbol.dispose]()
      await this.#server[Symbol.asyncDispose]()
    }
  }

  #providerOf(ref: ModelRef): Provider {
    return this.isScripted(ref) ? this.#scripted : this.#passThrough
  }
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
