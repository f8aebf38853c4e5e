import { BenchmarkError, type Leftover } from '@vitrial/core'
import { describeEngine, type EngineDescription } from '../engine/describe-engine.ts'
import type { EngineKind } from '../engine/engine.ts'
import { findEngine, type EngineSearch, type FoundEngine } from '../engine/find-engine.ts'
import { requireImage, type ImageStatus } from '../image/image-status.ts'
import { engineAddressOf } from '../engine/engine-address.ts'
import { sweepEngine } from '../leftovers/sweep-engine.ts'

/** What Docker 20.10 speaks, and podman since 4.0. */
const oldestApi = '1.41'

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

/** Throws a {@link BenchmarkError} for an engine that cannot do what sandboxes need. */
export function requireUsable(
  description: Pick<EngineDescription, 'kind' | 'version' | 'apiVersion' | 'enforcesLimits'>,
  address: string,
): void {
  const { kind, version, apiVersion, enforcesLimits } = description
  const engine = `The container engine at ${address}, ${kind} ${version},`
  if (Number(apiVersion.split('.')[1]) < Number(oldestApi.split('.')[1])) {
    throw new BenchmarkError(
      'VITRIAL_ENGINE_OLD',
      `${engine} speaks API ${apiVersion}; ${oldestApi} is needed. Update it to Docker 20.10 or Podman 4.0 or newer.`,
    )
  }
  if (!enforcesLimits) {
    throw new BenchmarkError(
      'VITRIAL_ENGINE_LIMITS',
      `${engine} does not keep containers to their limits of memory and processes. Without root it needs control ` +
        'groups v2, with both handed to its user; or run it as root.',
    )
  }
}
