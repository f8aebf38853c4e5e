import { errorMessage } from '@vitrial/core/errors'
import type { EngineAddress, Leftover } from '@vitrial/core/ports'
import { engineCall } from '../engine/engine-call.ts'
import { labelNames } from '../ownership/labels.ts'
import { isAbandoned } from '../ownership/is-abandoned.ts'
import { listLabelled, refusalToRemove, type LabelledObject } from '../engine/labelled-objects.ts'

export interface SweepEngineOptions {
  readonly engine: EngineAddress
  readonly now: number
}

/**
 * Removes the containers, volumes and networks of an engine that dead hosts left. Resolves with what resisted.
 *
 * @throws {InfrastructureError} `VITRIAL_INFRA_ENGINE` if the engine does not tell what there is.
 */
export async function sweepEngine(
  { engine, now }: SweepEngineOptions,
  signal: AbortSignal,
): Promise<readonly Leftover[]> {
  const objects = await engineCall('what earlier hosts left there', { signal }, () =>
    listLabelled(engine, labelNames.owner),
  )
  const abandoned = objects.filter(({ labels }) => isAbandoned(labels, now))
  // Containers go before what they use.
  const containers = abandoned.filter(({ kind }) => kind === 'containers')
  const others = abandoned.filter(({ kind }) => kind !== 'containers')
  const sweep = async (some: readonly LabelledObject[]): Promise<readonly Leftover[]> =>
    (await Promise.all(some.map((object) => leftoverOf(engine, object)))).flat()
  return [...(await sweep(containers)), ...(await sweep(others))]
}

async function leftoverOf(engine: EngineAddress, object: LabelledObject): Promise<readonly Leftover[]> {
  const what = `${object.kind.slice(0, -1)} ${object.id.slice(0, 12)}`
  try {
    const why = await refusalToRemove(engine, object)
    return why === undefined ? [] : [{ what, why }]
  } catch (error) {
    return [{ what, why: errorMessage(error) }]
  }
}
