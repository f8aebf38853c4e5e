import type { SpentByStage } from '@vitrial/core/cost'
import { CancelledError, DeferredError, isDamage } from '@vitrial/core/errors'
import type { PlanItem } from '@vitrial/core/plan'
import type { Host, OpenedHost } from '@vitrial/host'
import type { TrialEnd } from './trial-end.ts'

/** Told while a benchmark is at work. */
export type BenchmarkEvent =
  /** Everything that is to be done is known, and none of it has begun. */
  | { readonly type: 'planned'; readonly items: readonly PlanItem[] }
  | { readonly type: 'trial'; readonly end: TrialEnd }

export interface WorkOptions {
  readonly onEvent?: ((event: BenchmarkEvent) => void) | undefined
  /** Ends all work; what has finished stays. */
  readonly signal?: AbortSignal | undefined
  /** The items to work on. @default all */
  readonly isWanted?: (item: PlanItem) => boolean
}

/** What an invocation came to. */
export interface WorkDone {
  readonly ends: readonly TrialEnd[]
  /** What it cost, counted from what is on record. */
  readonly spent: SpentByStage
  /** The benchmark run's folder, absolute. */
  readonly directory: string
}

/** Does all the work a host has to do, and waits for its end. Rejects when the signal aborts. */
export async function workOn(host: Host, options: WorkOptions): Promise<WorkDone> {
  const { signal } = options
  signal?.throwIfAborted()
  try {
    return await workIn(await host.open(signal), options)
  } catch (error) {
    // Work that is cut off fails in many ways; all are one.
    signal?.throwIfAborted()
    throw error
  }
}

async function workIn(
  host: OpenedHost,
  { onEvent, signal, isWanted = () => true }: WorkOptions,
): Promise<WorkDone> {
  const onAbort = (): void => host.cancel('The run was cancelled.')
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    signal?.throwIfAborted()
    const items = host.items.filter(isWanted)
    onEvent?.({ type: 'planned', items })
    const ends = await Promise.all(
      items.map(async (item) => {
        const end = await endOf(host, item)
        onEvent?.({ type: 'trial', end })
        return end
      }),
    )
    signal?.throwIfAborted()
    const { total } = await host.spending()
    return { ends, spent: total.thisTime, directory: host.resultsDirectory }
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

async function endOf(host: OpenedHost, { trial, action, reason }: PlanItem): Promise<TrialEnd> {
  if (action === 'reuse') return { trial, status: 'reused' }
  if (action === 'failed') return { trial, status: 'failed', reason }
  const attempt = { trialId: trial.id, attempt: 0 }
  try {
    const judging = await host.judge(attempt)
    if (judging.status === 'judged') {
      const { id, mean } = judging.judgment
      return { trial, status: 'judged', judgmentId: id, mean }
    }
    const { state, error } = await host.run(attempt)
    const cause = judging.status === 'failed' ? judging.error : error
    return { trial, status: 'failed', state, ...(cause && { error: cause }) }
  } catch (error) {
    if (error instanceof DeferredError) return { trial, status: 'deferred', reason: error.message }
    // What is on record of this trial is damaged: the others have theirs.
    if (isDamage(error)) return { trial, status: 'failed', error: error.toRecord() }
    if (error instanceof CancelledError) return { trial, status: 'cancelled', reason: error.message }
    throw error
  }
}
