import type { CallProgress } from '@vitrial/core/ports'
import type { ModelExchange } from '@vitrial/core/recording'

/** What stands between an agent and its model. */
export interface FailingCalls {
  /** Of the last one, with the provider's own words. */
  readonly reason: string
  /** How many failed, one after the other. */
  readonly times: number
}

/** Why the last call that counts was turned down. */
export interface RefusedCall {
  readonly reason: string
  readonly isTooLong: boolean
}

/** How a run stands with its model: all that a decision about its end needs. */
export interface CallsStanding {
  readonly calls: number
  /** How many of them were refused. */
  readonly refused: number
  /** How many main calls were served. */
  readonly served: number
  /** Refused ones since the last main call that was served. */
  readonly refusedInARow: number
  /** Failed ones since a call had an answer. */
  readonly failedInARow: number
  /** Set if some conversation's last main call failed and nobody has gone on since. */
  readonly failing?: FailingCalls
  /** Set if the last main call was refused. */
  readonly lastRefused?: RefusedCall
}

interface Failing extends FailingCalls {
  readonly isMain: boolean
  /** When the first of them began and the last of them ended. */
  readonly fromMs: number
  readonly untilMs: number
}

interface Conversation {
  readonly parent: string | undefined
  failing?: Failing
  /** When its last main call that was served ended. */
  servedAtMs?: number
}

/** Where an agent names its conversation, and the one that waits for it. */
const conversationHeader = 'x-session-id'
const parentHeader = 'x-parent-session-id'

/**
 * Follows the calls of one run to its model. Agents hold several conversations at once: one that fails stands until
 * its own next main call, or that of the conversation that waits for it, has an answer.
 */
export class CallLedger {
  readonly #conversations = new Map<string, Conversation>()
  readonly #answering = new Set<string>()
  #hasTools = false
  #calls = 0
  #refused = 0
  #served = 0
  #refusedInARow = 0
  #failedInARow = 0
  #lastRefused: RefusedCall | undefined

  progress({ callId, is }: CallProgress): void {
    if (is === 'answering') this.#answering.add(callId)
  }

  /** Takes a call that has ended. */
  note(exchange: ModelExchange): void {
    const { fate, callId, request } = exchange
    const isAnswering = this.#answering.delete(callId)
    const hasTools = offersTools(request.body)
    this.#hasTools ||= hasTools
    // An agent without any tools has main calls all the same.
    const isMain = hasTools || !this.#hasTools
    const conversation = this.#conversationOf(exchange)
    this.#calls += 1
    switch (fate.is) {
      case 'served':
        return this.#noteServed(exchange, conversation, isMain)
      case 'refused':
        return this.#noteRefused(exchange, conversation, isMain)
      case 'failed':
        return this.#noteFailed(exchange, conversation, isMain)
      case 'cut':
        // One that was answering shows that the provider works again.
        if (isAnswering && isMain) this.#goOn(conversation, exchange)
    }
  }

  standing(): CallsStanding {
    const failing = [...this.#conversations.values()]
      .flatMap((one) => one.failing ?? [])
      .toSorted((a, b) => b.untilMs - a.untilMs)[0]
    return {
      calls: this.#calls,
      refused: this.#refused,
      served: this.#served,
      refusedInARow: this.#refusedInARow,
      failedInARow: this.#failedInARow,
      ...(failing && { failing: { reason: failing.reason, times: failing.times } }),
      ...(this.#lastRefused && { lastRefused: this.#lastRefused }),
    }
  }

  #noteServed(exchange: ModelExchange, conversation: Conversation, isMain: boolean): void {
    this.#failedInARow = 0
    if (!isMain) {
      if (conversation.failing?.isMain === false) delete conversation.failing
      return
    }
    this.#served += 1
    this.#refusedInARow = 0
    this.#lastRefused = undefined
    conversation.servedAtMs = endOf(exchange)
    this.#goOn(conversation, exchange)
  }

  #noteRefused(exchange: ModelExchange, conversation: Conversation, isMain: boolean): void {
    const { reason = 'no reason', tooLong = false } = exchange.fate
    this.#refused += 1
    this.#refusedInARow += 1
    this.#failedInARow = 0
    if (!isMain) return
    this.#lastRefused = { reason, isTooLong: tooLong }
    this.#goOn(conversation, exchange)
  }

  #noteFailed(exchange: ModelExchange, conversation: Conversation, isMain: boolean): void {
    this.#failedInARow += 1
    const before = conversation.failing
    const fromMs = before?.fromMs ?? exchange.startedAtMs
    // A title that is asked for beside the main call holds nothing up once that is served.
    const { servedAtMs } = conversation
    if (!isMain && servedAtMs !== undefined && fromMs < servedAtMs) return
    conversation.failing = {
      reason: exchange.fate.reason ?? 'no reason',
      times: (before?.times ?? 0) + 1,
      isMain: isMain || before?.isMain === true,
      fromMs,
      untilMs: endOf(exchange),
    }
  }

  /** What failed before in this conversation, and in those that it waited for, has not kept the agent from going on. */
  #goOn(conversation: Conversation, { startedAtMs }: ModelExchange): void {
    delete conversation.failing
    for (const other of this.#conversations.values()) {
      const isChild = other.parent !== undefined && this.#conversations.get(other.parent) === conversation
      if (isChild && other.failing && other.failing.untilMs <= startedAtMs) delete other.failing
    }
  }

  #conversationOf({ request: { headers } }: ModelExchange): Conversation {
    const id = headers[conversationHeader] ?? ''
    const known = this.#conversations.get(id)
    if (known) return known
    const conversation: Conversation = { parent: headers[parentHeader] }
    this.#conversations.set(id, conversation)
    return conversation
  }
}

function endOf({ startedAtMs, durationMs }: ModelExchange): number {
  return startedAtMs + durationMs
}

function offersTools(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('tools' in body)) return false
  return Array.isArray(body.tools) && body.tools.length > 0
}
