import type { BenchmarkArguments } from '@vitrial/core/plan'
import type { Rubric } from '@vitrial/core/rubric'
import type { BenchmarkSettings, EvalSettings } from '@vitrial/core/settings'

/** An eval as read from its folder. Paths are absolute. */
export interface LoadedEval {
  /** The folder's name. */
  readonly id: string
  readonly directory: string
  /** prompt.md, verbatim. */
  readonly prompt: string
  readonly promptFile: string
  readonly rubric: Rubric
  readonly rubricFile: string
  /** The files the candidate starts with, if the eval has any. */
  readonly workspaceDirectory?: string
  readonly settings: EvalSettings
}

/** A benchmark as read from its folder, checked whole. */
export interface LoadedBenchmark {
  readonly directory: string
  /** The declared name, else the folder's. */
  readonly name: string
  readonly settings: BenchmarkSettings
  /** Sorted by id; at least one. */
  readonly evals: readonly LoadedEval[]
  /** By scripted model, judges too: the hash of its scenario and of all of the person's modules that it imports. */
  readonly scenarioHashes: ReadonlyMap<string, string>
  /** Every file whose change changes the benchmark: benchmark.ts, eval.ts and scenarios, with all they import. */
  readonly sourceFiles: readonly string[]
  /** What makes a command mean this benchmark as it was read. */
  readonly commandArguments: BenchmarkArguments
}
