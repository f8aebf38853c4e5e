import { relative } from 'node:path'
import { normalizePath } from 'vite'
import type { TestProject } from 'vitest/node'

/** What lies in a benchmark's folder and is no test of anybody's: what candidates start with, and what they left. */
export const filesOfCandidates = ['results/**', 'evals/*/workspace/**'] as const

/**
 * Keeps the files of a benchmark's candidates out of the projects beside it: Vitest's own patterns would take a
 * `sum.test.ts` of a workspace for one of theirs.
 *
 * @param directory the benchmark's folder, absolute.
 */
export function keepFromOthers(directory: string, others: readonly TestProject[]): void {
  for (const { config } of others) {
    const below = normalizePath(relative(config.dir || config.root, directory))
    const prefix = below === '' ? '' : `${below.replaceAll(/[!()*+?@[\]{|}]/g, String.raw`\$&`)}/`
    // Not in place: projects may share the array of Vitest's defaults.
    config.exclude = [...config.exclude, ...filesOfCandidates.map((pattern) => `${prefix}${pattern}`)]
  }
}
