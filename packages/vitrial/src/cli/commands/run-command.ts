import { resolve } from 'node:path'
import type { RunRequest } from '@vitrial/core/channel'
import { BenchmarkError } from '@vitrial/core/errors'
import { Command } from 'commander'
import { withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'
import {
  scopeOf,
  withMaxCost,
  withScope,
  type CostOption,
  type ScopeOptions,
} from '../frame/scope-options.ts'

interface RunOptions extends BenchmarkOption, ScopeOptions, CostOption {
  readonly new?: boolean
  readonly runtime?: string
  readonly json?: boolean
}

/** `vitrial run`: `vitest run` with options that Vitest would refuse. */
export function runCommand(attach: Attach): Command {
  const command = new Command('run')
    .summary('run evals in Vitest, with options that Vitest would refuse')
    .description(
      'Runs "vitest run" with options that Vitest would refuse. What comes after "--" is for Vitest.',
    )
    .argument('[vitest...]', "Vitest's own arguments")
    .option('--new', 'start a new benchmark run instead of resuming the current one')
    .option('--runtime <id>', "the runtime, in place of the benchmark's own")
    .addHelpText(
      'after',
      '\nExample: npx vitrial run --only-eval ask-dialect --max-cost 2 -- --project evals',
    )
  return attach(withMaxCost(withScope(withBenchmark(command))), work)
}

const work: CommandWork<RunOptions> = async (options, { operands, signal, environment }) => {
  const { runVitest } = await import('./run-vitest.ts')
  const { benchmark, maxCost, runtime, json } = options
  const { onlyEvals, onlyModels, onlyRepetitions } = scopeOf(options)
  const request: RunRequest = {
    ...(benchmark !== undefined && { benchmark: resolve(benchmark) }),
    ...(options.new === true && { isNewRun: true }),
    ...(onlyEvals && { onlyEvals: [...onlyEvals] }),
    ...(onlyModels && { onlyModels: [...onlyModels] }),
    ...(onlyRepetitions && { onlyRepetitions: [...onlyRepetitions] }),
    ...(maxCost !== undefined && { maxCostUsd: maxCost }),
  }
  const { exitCode, hadEvals } = await runVitest({
    argv: ['run', ...(json === true ? ['--reporter=json'] : []), ...operands],
    environment: {
      ...environment,
      VITRIAL_RUN: JSON.stringify(request),
      ...(runtime !== undefined && { VITRIAL_RUNTIME: runtime }),
    },
    signal,
  })
  if (!hadEvals && Object.keys(request).length > 0 && !signal.aborted) throw unheeded()
  return { exitCode }
}

/** A limit that nothing heeds must not look as if it had been kept. */
function unheeded(): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_COMMAND_LINE',
    'No project of evals took part, so that nothing heeded these options. Put defineEvals() into the projects of ' +
      'the Vitest config here, and leave it in with --project.',
  )
}
