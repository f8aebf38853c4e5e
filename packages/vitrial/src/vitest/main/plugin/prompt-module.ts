import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { trialName } from '@vitrial/core/trial'
import type { Host, LoadedEval } from '@vitrial/host'
import { normalizePath } from 'vite'
import { evalContextOf } from '../session/eval-context-of.ts'
import { reusedTestName } from '../session/reused-trials.ts'

export interface PromptModuleInput {
  readonly project: string
  readonly host: Pick<Host, 'benchmark' | 'trials'>
  readonly loaded: LoadedEval
  /** What every eval is read from. */
  readonly sources: readonly string[]
  /** Reused trials that share a test, by id. @default none */
  readonly collapsed?: ReadonlySet<string>
}

/** A module with its source map. */
export interface PromptModule {
  readonly code: string
  readonly map: { version: 3; names: string[]; sources: string[]; sourcesContent: string[]; mappings: string }
}

/**
 * The test module that stands for a prompt.md: one literal top-level call a trial, so that each test's
 * full name is the trial's name and a static parser sees them all. Everything maps to the prompt's start.
 * Where very many are reused, those of a model are one call.
 */
export function promptModule(input: PromptModuleInput): PromptModule {
  const { project, host, loaded, sources, collapsed = new Set<string>() } = input
  const { benchmark } = host
  const trials = host.trials.filter(({ evalId }) => evalId === loaded.id)
  const context = evalContextOf(project, benchmark, loaded)
  const lines = [
    `import { test } from 'vitest'`,
    `import { reusedBody, trialBody } from ${JSON.stringify(trialBodyModule())}`,
    // The rubric too: reporters point at the first frame in a file of the module graph, such as GitHub's.
    ...[...sources, loaded.rubricFile].map((file) => rerunTrigger(file)),
    `const context = ${JSON.stringify(context)}`,
    ...trials
      .filter(({ id }) => !collapsed.has(id))
      .map((trial) => testCall(trialName(trial), `trialBody(${JSON.stringify(trial.id)}, context)`)),
    ...benchmark.settings.models.flatMap((model) => {
      const reused = trials.filter((trial) => trial.model === model && collapsed.has(trial.id))
      if (reused.length === 0) return []
      const ids = JSON.stringify(reused.map(({ id }) => id))
      return testCall(reusedTestName(loaded.id, model, reused.length), `reusedBody(${ids}, context)`)
    }),
  ]
  return {
    code: lines.join('\n'),
    map: {
      version: 3,
      names: [],
      sources: [loaded.promptFile],
      sourcesContent: [loaded.prompt],
      // 'AAAA' once a line: its first column comes from the first column of the prompt's first line.
      mappings: lines.map(() => 'AAAA').join(';'),
    },
  }
}

/** Code that makes its module rerun in watch mode when a file changes, by putting it into the module graph. */
export function rerunTrigger(file: string): string {
  return `import ${JSON.stringify(`${normalizePath(file)}?raw`)}`
}

function testCall(name: string, body: string): string {
  return `test(${JSON.stringify(name)}, { concurrent: true, timeout: 0 }, ${body})`
}

/** Named by its file, because a benchmark's folder need not be able to resolve this package. */
function trialBodyModule(): string {
  const extension = extname(fileURLToPath(import.meta.url))
  return normalizePath(fileURLToPath(new URL(`../../worker/body/trial-body${extension}`, import.meta.url)))
}
