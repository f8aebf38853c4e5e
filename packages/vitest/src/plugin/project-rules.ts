import { BenchmarkError } from '@vitrial/core'
import type { ResolvedConfig } from 'vitest/node'
import { evalsPoolName } from '../pool/evals-pool-name.ts'

/** Vitest wants projects with different `maxWorkers` in different groups; other projects have 0 by default. */
export const evalsGroupOrder = 100

/** Puts right or refuses what the command line has changed in a project of evals. */
export function holdProjectRules(config: ResolvedConfig, project: string): void {
  if (config.pool !== evalsPoolName) {
    throw new BenchmarkError(
      'VITRIAL_POOL_OVERRIDDEN',
      `--pool=${config.pool} takes project "${project}" off the pool that its trials run in. ` +
        `Leave the flag out, or name the projects it is for: --pool=${config.pool} --project=<name>.`,
    )
  }
  config.isolate = false
  config.sequence.groupOrder = evalsGroupOrder
}
