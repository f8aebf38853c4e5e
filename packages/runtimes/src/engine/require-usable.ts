import { BenchmarkError } from '@vitrial/core/errors'
import type { EngineDescription } from './describe-engine.ts'

/** What Docker 20.10 speaks, and podman since 4.0. */
const oldestApi = '1.41'

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
