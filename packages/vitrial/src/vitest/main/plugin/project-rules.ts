import { BenchmarkError } from '@vitrial/core/errors'
import type { ResolvedConfig } from 'vitest/node'
import { evalsPoolName } from '../pool/evals-pool-name.ts'

/** Vitest wants projects with different `maxWorkers` in different groups; other projects have 0 by default. */
export const evalsGroupOrder = 100

/** Vite takes what follows one of them in a file's path for a query or a fragment. */
const charactersViteCutsAt = ['#', '?'] as const

/**
 * Puts right or refuses what the command line has changed in a project of evals, and refuses a folder in which Vite
 * finds no test: trials would run, and be paid for, without one.
 *
 * @throws {BenchmarkError} `VITRIAL_POOL_OVERRIDDEN` or `VITRIAL_BENCHMARK_PATH`.
 */
export function holdProjectRules(config: ResolvedConfig, project: string): void {
  if (config.pool !== evalsPoolName) {
    throw new BenchmarkError(
      'VITRIAL_POOL_OVERRIDDEN',
      `--pool=${config.pool} takes project "${project}" off the pool that its trials run in. ` +
        `Leave the flag out, or name the projects it is for: --pool=${config.pool} --project=<name>.`,
    )
  }
  const cutAt = charactersViteCutsAt.find((character) => config.root.includes(character))
  if (cutAt !== undefined) {
    throw new BenchmarkError(
      'VITRIAL_BENCHMARK_PATH',
      `The path of project "${project}" has a "${cutAt}" in it: ${config.root}. Vite, and with it Vitest, reads no ` +
        'module from such a folder. Rename it, or move the benchmark.',
    )
  }
  config.isolate = false
  config.sequence.groupOrder = evalsGroupOrder
}
