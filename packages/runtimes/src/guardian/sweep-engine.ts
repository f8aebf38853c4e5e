import type { EngineAddress } from '@vitrial/core'
import { labelNames } from '../docker/labels.ts'
import { isAbandoned } from './is-abandoned.ts'
import { listLabelled, removeObjects } from './labelled-objects.ts'

export interface SweepEngineOptions {
  readonly engine: EngineAddress
  readonly now: number
}

/** Removes the containers, volumes and networks of an engine that dead hosts left. */
export async function sweepEngine({ engine, now }: SweepEngineOptions, signal: AbortSignal): Promise<void> {
  const objects = await listLabelled(engine, labelNames.owner)
  signal.throwIfAborted()
  await removeObjects(
    engine,
    objects.filter(({ labels }) => isAbandoned(labels, now)),
  )
}
