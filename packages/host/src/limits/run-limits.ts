import { CancelledError } from '@vitrial/core/errors'
import { untilAborted } from '@vitrial/core/waiting'
import { deadlineAfter } from './deadlines.ts'

/** How long a harness may take to answer an abort before its processes are ended under it. */
const abortGraceMs = 10_000

/**
 * A run's own time is up. A reason of its own, since whatever else waits has deadlines too, and one that passes says
 * nothing about the agent.
 */
export class RunTimeout extends DOMException {
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(`The time limit of ${timeoutMs} ms is up.`, 'TimeoutError')
    this.timeoutMs = timeoutMs
  }
}

/** The cancellation behind an abort reason, whatever form it came in. */
export function cancellationOf(reason: unknown): CancelledError {
  return reason instanceof CancelledError ? reason : new CancelledError('Cancelled.', { cause: reason })
}

/**
 * Waits for work that should end by itself when the signal aborts, but no longer than a grace period
 * after that: a harness that ignores its signal must not hold a run open.
 *
 * @throws the abort reason if the grace period passes.
 */
export async function withinGrace<T>(
  work: Promise<T>,
  signal: AbortSignal,
  graceMs = abortGraceMs,
): Promise<T> {
  using late = deadlineAfter(signal, graceMs)
  try {
    return await untilAborted(work, late.signal)
  } finally {
    // Whatever comes of it later is nobody's: the run has already ended with the abort's reason.
    work.catch(() => undefined)
  }
}
