import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'
import type { Command } from 'commander'

export interface BenchmarkOption {
  readonly benchmark?: string
}

/** Lets a command name its benchmark. */
export function withBenchmark(command: Command): Command {
  return command.option(
    '--benchmark <dir>',
    "the benchmark's folder (default: this folder, or the one in it that holds a benchmark.ts)",
  )
}

/**
 * The folder of the benchmark a command is about, as {@link findBenchmark} finds it; else the working directory. What
 * is missing there is said by whoever loads it.
 *
 * @throws {BenchmarkError} `VITRIAL_BENCHMARK_MISSING` if there are several.
 */
export async function benchmarkDirectory(option: BenchmarkOption): Promise<string> {
  return (await findBenchmark(option)) ?? '.'
}

/**
 * Finds the benchmark a command is about: the one named, else the working directory, else the only folder in it that
 * holds a benchmark; undefined if there is none.
 *
 * @throws {BenchmarkError} `VITRIAL_BENCHMARK_MISSING` if there are several.
 */
export async function findBenchmark({ benchmark }: BenchmarkOption): Promise<string | undefined> {
  if (benchmark !== undefined) return benchmark
  if (holdsBenchmark('.')) return '.'
  const entries = await readdir('.', { withFileTypes: true })
  const found = entries.filter((entry) => entry.isDirectory() && holdsBenchmark(entry.name))
  const [only, ...others] = found.map(({ name }) => name)
  if (only === undefined || others.length === 0) return only
  throw new BenchmarkError(
    'VITRIAL_BENCHMARK_MISSING',
    `There are several benchmarks here: ${[only, ...others].join(', ')}. Say which one: --benchmark ${only}.`,
  )
}

/** A path as a person in the working directory would write it. */
export function shownFromHere(path: string): string {
  const shown = relative(process.cwd(), path)
  return shown.startsWith('..') ? path : shown
}

function holdsBenchmark(folder: string): boolean {
  return ['ts', 'mts', 'js', 'mjs'].some((extension) => existsSync(join(folder, `benchmark.${extension}`)))
}
