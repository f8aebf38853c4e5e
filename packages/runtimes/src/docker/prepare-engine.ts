import type { Leftover } from '@vitrial/core/ports'
import { describeEngine, type EngineDescription } from '../engine/describe-engine.ts'
import type { EngineKind } from '../engine/engine.ts'
import { findEngine, type EngineSearch, type FoundEngine } from '../engine/find-engine.ts'
import { requireImage, type ImageStatus } from '../image/image-status.ts'
import { requireUsable } from '../engine/require-usable.ts'
import { engineAddressOf } from '../engine/engine-address.ts'
import { sweepEngine } from '../leftovers/sweep-engine.ts'

export interface EnginePreparation {
  readonly environment: EngineSearch['environment']
  /** An image of the person's own. @default the candidate image of this version */
  readonly image?: string
  /** @default 'docker' */
  readonly kind?: EngineKind
}

/** An engine that is ready, its image, and what dead hosts left there that could not be removed. */
export interface PreparedEngine extends FoundEngine {
  readonly image: ImageStatus
  readonly description: EngineDescription
  readonly leftovers: readonly Leftover[]
}

/**
 * Checks before any work that an engine answers, is new enough, keeps to limits and has the image that candidates run
 * in, and removes what dead hosts left there.
 *
 * @throws {BenchmarkError} `VITRIAL_ENGINE_MISSING`, `VITRIAL_ENGINE_OLD`, `VITRIAL_ENGINE_LIMITS`, `VITRIAL_IMAGE_MISSING` or `VITRIAL_IMAGE_STALE`
 */
export async function prepareEngine(
  { environment, image: named, kind = 'docker' }: EnginePreparation,
  signal: AbortSignal,
): Promise<PreparedEngine> {
  const engine = await findEngine({ signal, environment })
  const description = await describeEngine(engine.api, signal)
  requireUsable(description, engine.address)
  const image = await requireImage(engine.api, { signal, kind, ...(named !== undefined && { image: named }) })
  const leftovers = await sweepEngine({ engine: engineAddressOf(engine.api), now: Date.now() }, signal)
  return { ...engine, image, description, leftovers }
}
