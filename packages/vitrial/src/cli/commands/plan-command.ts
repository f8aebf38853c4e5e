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

interface PlanOptions extends BenchmarkOption, ScopeOptions, CostOption {
  readonly new?: boolean
  readonly runtime?: string
}

/** `vitrial plan`: says what a run would do, and why. */
export function planCommand(attach: Attach): Command {
  const command = new Command('plan')
    .summary('say what a run would do, and why')
    .description('Says what a run would do, trial by trial, and why. It runs nothing and writes nothing.')
    .option('--new', 'plan a new benchmark run instead of resuming the current one')
    .option('--runtime <id>', "the runtime, in place of the benchmark's own")
    .addHelpText('after', '\nExample: npx vitrial plan --only-model acme/large --max-cost 2')
  return attach(withMaxCost(withScope(withBenchmark(command))), work)
}

const work: CommandWork<PlanOptions> = async (options, { colors, width, notice }) => {
  const { planBenchmark } = await import('../../sdk/plan-benchmark.ts')
  const { planLines } = await import('../../terminal/plan-lines.ts')
  const { items, report, unmergedShards } = await planBenchmark(await benchmarkDirectory(options), {
    ...scopeOf(options),
    maxCostUsd: options.maxCost,
    isNewRun: options.new ?? false,
    runtime: options.runtime,
  })
  if (unmergedShards !== undefined) notice(unmergedShards)
  return { text: planLines(items, { colors, width }).join('\n'), json: report }
}
