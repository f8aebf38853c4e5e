import { LimitReachedError, type ErrorCode } from '@vitrial/core/errors'
import type { HitLimit } from '@vitrial/core/limits'
import type { Sandbox } from '@vitrial/core/ports'
import type { RecordingWriter } from '../../recording/recording-writer.ts'
import type { RunEnding } from './run-ending.ts'

/** How long a last look at the limits may take. */
const lookMs = 10_000

/** How a refused process or a full disk can show inside a sandbox. Any other failure is not the agent's. */
const failuresByLimit: ReadonlySet<ErrorCode> = new Set([
  'VITRIAL_INFRA_HARNESS_START',
  'VITRIAL_INFRA_SANDBOX_CONNECTION',
  'VITRIAL_INFRA_SANDBOX_TRANSFER',
  'VITRIAL_INFRA_ENGINE',
] as const)

export interface LimitContext {
  readonly sandbox: Pick<Sandbox, 'lost' | 'limitReached' | 'hitLimits'>
  readonly recording: Pick<RecordingWriter, 'emit' | 'limitReached'>
  /** Aborted if a person or a signal ended the run. */
  readonly signal: AbortSignal
}

/**
 * What the limits of sandbox and recording say about how a run ended. Each one hit is recorded. A broken limit ended
 * the run, whatever it looked like from outside; a limit that was only hit, such as a refused process, explains a
 * failure and does not make one.
 */
export async function endingUnderLimits(ending: RunEnding, context: LimitContext): Promise<RunEnding> {
  const { sandbox, recording, signal } = context
  if (sandbox.lost.aborted || signal.aborted) return ending
  const hits = await sandbox.hitLimits(AbortSignal.timeout(lookMs)).catch((): readonly HitLimit[] => [])
  const output: unknown = recording.limitReached.reason
  const ofOutput =
    output instanceof LimitReachedError && output.limit !== undefined
      ? [{ limit: output.limit, detail: output.message }]
      : []
  for (const { limit, detail } of [...hits, ...ofOutput]) {
    recording.emit({ session: '', source: 'host', kind: 'limit_reached', body: { limit, detail } })
  }
  const reached = [sandbox.limitReached.reason, output].find((reason) => reason instanceof LimitReachedError)
  if (reached !== undefined) return endingOfLimit(reached, ending)
  const [hit] = hits
  if (hit === undefined || !canExplain(ending)) return ending
  const said = ending.detail === undefined ? '' : ` Then: ${ending.detail}`
  const error = new LimitReachedError(
    hit.limit,
    `The agent hit the limit "${hit.limit}". ${hit.detail}${said}`,
  )
  return endingOfLimit(error, ending)
}

/**
 * How a run ends whose candidate left more files than it may, as is seen when they are collected: what it left cannot
 * be shown, and that is its own doing. A cancellation or a failure that came before stands.
 */
export function endingOfFiles(
  ending: RunEnding,
  error: LimitReachedError,
  recording: Pick<RecordingWriter, 'emit'>,
): RunEnding {
  const { limit, message: detail } = error
  if (limit !== undefined) {
    recording.emit({ session: '', source: 'host', kind: 'limit_reached', body: { limit, detail } })
  }
  return ending.state === 'cancelled' || ending.state === 'infra_failed'
    ? ending
    : endingOfLimit(error, ending)
}

/** Whether a limit that was hit may be why a run ended so. */
function canExplain({ state, error }: RunEnding): boolean {
  // A harness's own limit explains itself.
  if (error?.code === 'VITRIAL_LIMIT_REACHED') return false
  if (state === 'infra_failed') return error !== undefined && failuresByLimit.has(error.code)
  return state === 'agent_failed'
}

function endingOfLimit(error: LimitReachedError, { response }: RunEnding): RunEnding {
  return {
    state: 'agent_failed',
    error: error.toRecord(),
    detail: error.message,
    ...(response !== undefined && { response }),
  }
}
