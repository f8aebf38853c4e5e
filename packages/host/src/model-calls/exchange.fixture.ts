import type { CallFate, ModelExchange } from '@vitrial/core/recording'

/** One call of a conversation, as a table writes it. */
export interface FixtureCall {
  readonly is: CallFate['is']
  readonly reason?: string
  readonly tooLong?: true
  /** @default '' */
  readonly session?: string
  readonly parent?: string
  /** Whether it offers tools. @default true */
  readonly tools?: boolean
  /** When it began. @default 10 ms after the one before it began */
  readonly atMs?: number
  /** @default 5 */
  readonly tookMs?: number
}

/** The exchanges of these calls, in the order in which they end. */
export function exchangesOf(calls: readonly FixtureCall[]): readonly ModelExchange[] {
  return calls.map(
    ({ is, reason, tooLong, session = '', parent, tools = true, atMs, tookMs = 5 }, index) => ({
      callId: `c${index}`,
      stage: 'candidate',
      startedAtMs: atMs ?? index * 10,
      durationMs: tookMs,
      request: {
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { 'x-session-id': session, ...(parent !== undefined && { 'x-parent-session-id': parent }) },
        body: { model: 'm', messages: [], ...(tools && { tools: [{ type: 'function' }] }) },
      },
      response: { status: 200, text: '' },
      fate: {
        is,
        ...(is !== 'served' && is !== 'cut' && { reason: reason ?? 'HTTP 503 (Later)' }),
        ...(tooLong && { tooLong }),
      },
    }),
  )
}
