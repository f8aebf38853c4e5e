import type { ExitStatus } from '@vitrial/core/ports'
import type { ModelRef } from '@vitrial/core/settings'
import { withoutDeepNesting } from '@vitrial/core/text'
import { aborted, within } from '../connection/deadline.ts'
import type { OpenCodeServer } from '../server/opencode-server.ts'

/** How long OpenCode may take to stop what it does. */
const abortTimeoutMs = 3000

export interface TurnRequest {
  readonly sessionId: string
  /** The server's own if absent. */
  readonly directory?: string
  /** The configured default if absent. */
  readonly agent?: string
  /** The provider's id in the server's configuration. */
  readonly provider: string
  readonly model: ModelRef
  /** Goes with this turn only. */
  readonly system?: string
  readonly text: string
}

/** How waiting for a turn ended; what the agent did in it is in the session's messages. */
export type TurnEnd =
  | { readonly kind: 'answered' }
  /** The server did not take the prompt, or broke the connection. */
  | { readonly kind: 'refused'; readonly detail: string; readonly cause: unknown }
  | { readonly kind: 'server_exited'; readonly exit: ExitStatus }
  | { readonly kind: 'aborted' }

/** Sends a prompt and waits for the end of the turn, of the server, or of the caller's patience. */
export async function runTurn(
  server: OpenCodeServer,
  request: TurnRequest,
  signal: AbortSignal,
): Promise<TurnEnd> {
  if (signal.aborted) return { kind: 'aborted' }
  const { sessionId, directory, agent, system, model } = request
  const hangUp = new AbortController()
  using abort = aborted(signal)
  const answer = server.client.session.prompt(
    {
      sessionID: sessionId,
      ...(directory !== undefined && { directory }),
      ...(agent !== undefined && { agent }),
      ...(system !== undefined && { system }),
      model: { providerID: request.provider, modelID: model.model },
      ...(model.variant !== undefined && { variant: model.variant }),
      parts: [{ type: 'text', text: request.text }],
    },
    { signal: hangUp.signal },
  )
  const turn = answer.then(
    ({ error }): TurnEnd => (error === undefined ? { kind: 'answered' } : refusal(error)),
    refusal,
  )
  try {
    const end = await Promise.race([
      turn,
      server.exited.then((exit): TurnEnd => ({ kind: 'server_exited', exit })),
      abort.promise.then((): TurnEnd => ({ kind: 'aborted' })),
    ])
    if (end.kind === 'aborted') await abortTurn(server, request, turn)
    return end.kind === 'refused' ? await explainRefusal(server, end) : end
  } finally {
    hangUp.abort()
  }
}

async function abortTurn(
  server: OpenCodeServer,
  { sessionId, directory }: TurnRequest,
  turn: Promise<TurnEnd>,
): Promise<void> {
  if (server.hasExited) return
  const abort = server.client.session.abort(
    { sessionID: sessionId, ...(directory !== undefined && { directory }) },
    { signal: AbortSignal.timeout(abortTimeoutMs) },
  )
  await within(Promise.allSettled([abort, turn]), abortTimeoutMs)
}

/** A connection breaks a moment before its server is seen to have ended. */
async function explainRefusal(server: OpenCodeServer, refused: TurnEnd): Promise<TurnEnd> {
  const exit = await within(server.exited, 500)
  return exit === undefined ? refused : { kind: 'server_exited', exit }
}

function refusal(error: unknown): TurnEnd {
  return {
    kind: 'refused',
    detail: error instanceof Error ? error.message : JSON.stringify(withoutDeepNesting(error)),
    cause: error,
  }
}
