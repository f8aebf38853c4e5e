import { parseEvalsOptions } from '@vitrial/core/settings'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { EvalsParts } from './session/evals-parts.ts'
import { EvalsProject } from './session/evals-project.ts'
import { evalsPlugin } from './plugin/evals-plugin.ts'
import { filesOfCandidates } from './plugin/keep-from-others.ts'
import { evalsGroupOrder } from './plugin/project-rules.ts'
import { evalsPool } from './pool/evals-pool.ts'

export interface EvalsOptions {
  /** The project's name, for `--project`. @default 'evals' */
  readonly name?: string
  /** The benchmark's folder. Relative to the root of the Vitest config, which is the folder Vitest runs in. */
  readonly root: string
  /** How many trials may run at a time. @default the benchmark's own `concurrency` */
  readonly concurrency?: number
}

// Imported when first used: a config is loaded for the other projects too, and by every editor.
const realParts: EvalsParts = {
  openHost: async (options) => await (await import('../../composition/open-host.ts')).openHost(options),
  renderSummary: async (host, end) =>
    await (await import('./reporter/render-summary.ts')).renderSummary(host, end),
  writeReport: async (host, signal) =>
    await (await import('./reporter/write-report.ts')).writeReport(host, signal),
}

/**
 * A Vitest project that runs a benchmark: one test a trial, generated from each `evals/<id>/prompt.md`,
 * and the benchmark's own `*.eval.ts`.
 *
 * @throws {BenchmarkError} for options that are none, at once
 * @example
 * export default defineConfig({ test: { projects: [{ test: { name: 'unit' } }, defineEvals({ root: './evals' })] } })
 */
export function defineEvals(options: EvalsOptions): TestProjectInlineConfiguration {
  return defineEvalsOn({}, options)
}

/** Does what {@link defineEvals} does, with some parts in place of the real ones. A seam for tests: no entry exports it. */
export function defineEvalsOn(
  parts: Partial<EvalsParts>,
  options: EvalsOptions,
): TestProjectInlineConfiguration {
  const { name = 'evals', root, concurrency } = parseEvalsOptions(options)
  const project = new EvalsProject({
    name,
    ...realParts,
    ...parts,
    ...(concurrency !== undefined && { concurrency }),
  })
  return {
    root,
    plugins: [evalsPlugin(project)],
    test: {
      name,
      include: ['evals/*/prompt.md', '**/*.eval.ts'],
      exclude: ['**/node_modules/**', ...filesOfCandidates],
      pool: evalsPool(project),
      // Workers import this package as Node does, wherever it lies: inlined it would be there twice.
      server: { deps: { external: [ownModules()] } },
      // The host limits how much runs at a time, and each trial has its own time limit.
      isolate: false,
      maxWorkers: 2,
      maxConcurrency: 100_000,
      testTimeout: 0,
      hookTimeout: 0,
      includeTaskLocation: true,
      sequence: { groupOrder: evalsGroupOrder },
    },
  }
}

function ownModules(): RegExp {
  const folder = normalizePath(fileURLToPath(new URL('../..', import.meta.url)))
  return new RegExp(`^${folder.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}`)
}
