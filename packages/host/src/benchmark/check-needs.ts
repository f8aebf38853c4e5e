import type { PlanItem } from '@vitrial/core/plan'
import type { Leftover } from '@vitrial/core/ports'
import type { HostParts } from '../parts/host-parts.ts'
import { parsedModel } from './trial-settings.ts'

/** What some work cannot do without. */
export interface WorkNeeds {
  /** The models of candidates that are to run; none if none is. */
  readonly models: ReadonlySet<string>
  /** The judge's, if anything is to be judged. */
  readonly judgeModel?: string | undefined
}

/** What the work of a plan needs: what is reused, or waits for a retry, needs nothing. */
export function needsOf(items: Iterable<PlanItem>, judgeModel: string | undefined): WorkNeeds {
  const models = new Set<string>()
  let isJudging = false
  for (const { trial, action, deferredAction } of items) {
    // What is deferred may turn out to fit when its turn comes.
    const wanted = deferredAction ?? action
    if (wanted === 'run') models.add(trial.model)
    if (wanted === 'run' || wanted === 'judge') isJudging = true
  }
  return { models, judgeModel: isJudging ? judgeModel : undefined }
}

/**
 * Checks that work can begin: that candidates have a place to run, and every model its provider and key. Resolves with
 * what earlier hosts left at that place and could not be removed.
 *
 * @throws {BenchmarkError} or {@link InfrastructureError} naming what is missing and how to get it.
 */
export async function checkNeeds(
  { runtime, gateway }: Pick<HostParts, 'runtime' | 'gateway'>,
  { models, judgeModel }: WorkNeeds,
  signal: AbortSignal,
): Promise<readonly Leftover[]> {
  const leftovers = models.size > 0 ? await runtime.prepare?.(signal) : undefined
  for (const model of [...models, ...(judgeModel === undefined ? [] : [judgeModel])]) {
    signal.throwIfAborted()
    await gateway.prepare(parsedModel(model))
  }
  return leftovers ?? []
}
