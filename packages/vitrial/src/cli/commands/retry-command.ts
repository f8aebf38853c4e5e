import { Command } from 'commander'
import { benchmarkDirectory, withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'
import {
  scopeOf,
  withMaxCost,
  withScope,
  type CostOption,
  type ScopeOptions,
} from '../frame/scope-options.ts'

interface RetryOptions extends BenchmarkOption, ScopeOptions, CostOption {
  readonly runtime?: string
}

/** `vitrial retry`: tries again what failed. */
export function retryCommand(attach: Attach): Command {
  const command = new Command('retry')
    .summary('try again what failed in the current run')
    .description(
      'Tries again what failed in the current run: executions that the infrastructure let down, and failed judgings.',
    )
    .option('--runtime <id>', "the runtime, in place of the benchmark's own")
    .addHelpText('after', '\nExample: npx vitrial retry --only-eval ask-dialect')
  return attach(withMaxCost(withScope(withBenchmark(command))), work)
}

const work: CommandWork<RetryOptions> = async (options, context) => {
  const { retryRun } = await import('../../sdk/retry-run.ts')
  const { eventNotices, workAnswer } = await import('./render-work.ts')
  const end = await retryRun(await benchmarkDirectory(options), {
    ...scopeOf(options),
    maxCostUsd: options.maxCost,
    runtime: options.runtime,
    signal: context.signal,
    onEvent: eventNotices(context),
  })
  return workAnswer(end, ' nothing has failed', context.colors)
}
