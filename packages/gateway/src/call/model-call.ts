import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { VitrialError, type ErrorCode, type InfrastructureError } from '@vitrial/core/errors'
import type { Clock } from '@vitrial/core/ports'
import { noUsage, type CallFate, type ModelExchange, type Usage } from '@vitrial/core/recording'
import type { RedactingStream, Redactor } from '@vitrial/core/redaction'
import type { Prices } from '@vitrial/core/settings'
import { createRedactingAnswer } from '../answer/redacting-answer.ts'
import type { CallBudget } from '../access/byte-budget.ts'
import { unbilledUsage, usageOf } from '../accounting/cost.ts'
import { KeptText } from './kept-text.ts'
import type { OpenAccess } from '../access/open-access.ts'
import { openAiError } from '../wire-formats/openai-error.ts'
import { redactedAmongOthers } from './redacted-among-others.ts'
import type { TokenCounts } from '../accounting/token-counts.ts'

export interface ModelCallOptions {
  readonly access: OpenAccess
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly prices: Prices | undefined
  readonly callId: string
  readonly clock: Clock
  readonly textLimitBytes: number
  /** How long the provider may say nothing. */
  readonly silenceMs: number
}

/** An agent that hangs up after so long a silence has not cut an answer off: there was none. */
const silenceBeforeCutMs = 60_000

const served: CallFate = { is: 'served' }

/**
 * One model call on its way. Everything said to the agent goes through it, is redacted and kept; it
 * ends in exactly one {@link ModelExchange}, handed over before the agent can see the end.
 */
export class ModelCall {
  readonly callId: string
  /** What it holds; undefined if its access has too many calls under way. */
  readonly budget: CallBudget | undefined
  /** Aborts when the agent hangs up or its access ends. */
  readonly signal: AbortSignal
  /** What of it does not reach the provider. */
  leftOut: readonly string[] = []
  readonly #options: ModelCallOptions
  readonly #startedAtMs: number
  readonly #startedElapsedMs: number
  readonly #abortion = new AbortController()
  readonly #redactor: Redactor
  #outgoing: RedactingStream
  readonly #kept: KeptText
  #isStreamWanted = false
  /** Null where the agent hung up before its request had been taken. */
  #recordedBody: unknown = null
  #status = 0
  /** Undefined from when a model is asked until it is known what it used. */
  #usage: Usage | undefined = noUsage
  #isComplete = false
  #isSettled = false
  /** Since when the provider has said nothing; undefined while it is not its turn. */
  #silentSinceMs: number | undefined

  constructor(options: ModelCallOptions) {
    this.#options = options
    this.callId = options.callId
    this.signal = this.#abortion.signal
    this.#startedAtMs = options.clock.now()
    this.#startedElapsedMs = options.clock.elapsed()
    this.#redactor = options.access.redactor
    this.#outgoing = this.#redactor.stream()
    this.budget = options.access.budget.enter()
    this.#kept = new KeptText(options.textLimitBytes, (bytes) => this.budget?.keep(bytes) ?? bytes)
    options.access.enter(this, options.callId)
    options.response.once('close', () => this.abort(new Error('The agent closed its connection.')))
  }

  get requestHeaders(): IncomingHttpHeaders {
    return this.#options.request.headers
  }

  /** Takes secrets out of a text that is kept or shown. */
  redact(text: string): string {
    return this.#redactor.text(text)
  }

  /** Takes what is asked for: parsed JSON, or the text where it was not JSON. Other work may go on meanwhile. */
  async take(body: unknown): Promise<void> {
    this.#isStreamWanted =
      typeof body === 'object' && body !== null && 'stream' in body && body.stream === true
    this.#recordedBody = await redactedAmongOthers(body, this.#redactor)
  }

  /** From now on it is the provider's turn. */
  ask(): void {
    this.#silentSinceMs = performance.now()
  }

  /** Something of the answer came. */
  sign(): void {
    this.#silentSinceMs = performance.now()
    this.#options.access.tell({ callId: this.callId, is: 'answering' })
  }

  /** Ends the call where it is. Idempotent. */
  abort(reason: Error): void {
    if (this.#isSettled) return
    const fate = this.#isComplete ? served : fateOfCut(this.#silentSinceMs, this.#options.silenceMs)
    this.#settle(fate, this.#isComplete ? {} : { aborted: true, error: reason.message })
    this.#abortion.abort(reason)
    this.#options.response.destroy()
  }

  /** Starts the response. */
  begin(status: number, headers: OutgoingHttpHeaders): void {
    this.signal.throwIfAborted()
    this.#status = status
    const { response } = this.#options
    if (this.#isStream(headers)) this.#outgoing = createRedactingAnswer(this.#redactor)
    response.writeHead(status, redactedHeaders(headers, this.#redactor))
    response.flushHeaders()
  }

  /** Sends a piece of the body, and waits for a slow reader. */
  async send(piece: Uint8Array | string): Promise<void> {
    this.signal.throwIfAborted()
    const bytes = this.#outgoing.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
    if (bytes.byteLength === 0) return
    this.#kept.append(bytes)
    if (!this.#options.response.write(bytes)) {
      await once(this.#options.response, 'drain', { signal: this.signal })
    }
  }

  /** From now on a model may be at work on it: until something is reported, nobody knows what it used. */
  markAsked(): void {
    this.#usage = undefined
  }

  /** What the model used, as far as it is known. The last report counts; one that cannot be believed leaves nothing known. */
  reportTokens(tokens: TokenCounts | 'unbelievable'): void {
    this.#usage = tokens === 'unbelievable' ? undefined : usageOf(tokens, this.#options.prices)
  }

  /** No model worked on it: the provider answered with an error, or was not asked. */
  reportUnbilled(): void {
    this.#usage = unbilledUsage
  }

  /** All that matters was sent: hanging up from now on cuts nothing off. */
  markComplete(): void {
    this.#isComplete = true
  }

  end(fate: CallFate = served): void {
    this.signal.throwIfAborted()
    const rest = this.#outgoing.flush()
    this.#kept.append(rest)
    this.#settle(fate, {})
    this.#options.response.end(rest)
  }

  /** Says that no call to this model will be served. */
  giveUp(failure: InfrastructureError): void {
    this.#options.access.fail(failure)
  }

  /** A whole response at once. */
  async answer(
    status: number,
    headers: OutgoingHttpHeaders,
    body: string,
    fate: CallFate = served,
  ): Promise<void> {
    this.begin(status, headers)
    await this.send(body)
    this.end(fate)
  }

  /** Turns the call down before it reaches a model. */
  refuse(status: number, message: string, code: string): void {
    this.#usage = noUsage
    const isTooLong = code === 'request_too_large'
    this.#fail({ is: 'refused', reason: message, ...(isTooLong && { tooLong: true }) }, status, message, code)
  }

  /** Ends a call that could not be served: with an error response, or by hanging up within a response. */
  fail(status: number, error: unknown, said?: CallFate): void {
    const code: ErrorCode = error instanceof VitrialError ? error.code : 'VITRIAL_INFRA_INTERNAL'
    const message = error instanceof Error ? error.message : String(error)
    const fate = said ?? { is: 'failed', reason: message }
    if (this.#status === 0) return this.#fail(fate, status, message, code)
    this.#settle(fate, { aborted: true, error: `${code}: ${message}` })
    this.#options.response.destroy()
  }

  #fail(fate: CallFate, status: number, message: string, code: string): void {
    if (this.#isSettled) return
    const body = Buffer.from(JSON.stringify(openAiError(status, this.#redactor.text(message), code)))
    this.#status = status
    this.#kept.append(body)
    this.#settle(fate, { error: `${code}: ${message}` })
    this.#options.response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

  #settle(fate: CallFate, ending: { readonly aborted?: true; readonly error?: string }): void {
    if (this.#isSettled) return
    this.#isSettled = true
    const { access, clock, callId } = this.#options
    access.leave(this, this.#usage, () => ({
      callId,
      stage: access.grant.stage,
      startedAtMs: this.#startedAtMs,
      durationMs: Math.round(clock.elapsed() - this.#startedElapsedMs),
      request: this.#recordedRequest(),
      response: {
        status: this.#status,
        text: this.#kept.toString(),
        ...(this.#kept.isTruncated && { truncated: true }),
        ...(ending.aborted && { aborted: true }),
      },
      fate: { ...fate, ...(fate.reason !== undefined && { reason: this.#redactor.text(fate.reason) }) },
      ...(this.#usage && { usage: this.#usage }),
      ...(ending.error !== undefined && { error: this.#redactor.text(ending.error) }),
    }))
    this.budget?.[Symbol.dispose]()
  }

  /** An agent reads what it asked for, whatever the answer says that it is. */
  #isStream(headers: OutgoingHttpHeaders): boolean {
    return this.#isStreamWanted || /event-stream/i.test(String(headers['content-type']))
  }

  #recordedRequest(): ModelExchange['request'] {
    const { request, path } = this.#options
    const { authorization: _a, 'proxy-authorization': _b, cookie: _c, ...headers } = request.headers
    return {
      method: request.method ?? '',
      path: this.#redactor.text(path),
      headers: redactedHeaders(headers, this.#redactor),
      body: this.#recordedBody,
      ...(this.leftOut.length > 0 && { leftOut: this.leftOut.map((place) => this.#redactor.text(place)) }),
    }
  }
}

function redactedHeaders(headers: OutgoingHttpHeaders, redactor: Redactor): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactor.text([value ?? ''].flat().join(', '))]),
  )
}

/** What became of a call that the agent ended: nothing can be said of a provider that was answering. */
function fateOfCut(silentSinceMs: number | undefined, silenceMs: number): CallFate {
  const silentMs = silentSinceMs === undefined ? 0 : performance.now() - silentSinceMs
  if (silentMs < Math.min(silenceBeforeCutMs, silenceMs)) return { is: 'cut' }
  return { is: 'failed', reason: `silence for ${Math.round(silentMs / 1000)} s, until the agent hung up` }
}
