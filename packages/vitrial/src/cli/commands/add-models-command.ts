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

interface AddModelsOptions extends BenchmarkOption, ScopeOptions, CostOption {
  readonly runtime?: string
}

/** `vitrial add-models`: runs models that are new in benchmark.ts. */
export function addModelsCommand(attach: Attach): Command {
  const command = new Command('add-models')
    .summary('run models that are new in benchmark.ts')
    .description('Runs what the current run lacks of models that benchmark.ts declares, and nothing else.')
    .argument('<models...>', 'the models, as benchmark.ts names them')
    .option('--runtime <id>', "the runtime, in place of the benchmark's own")
    .addHelpText('after', '\nExample: npx vitrial add-models acme/large acme/small')
  return attach(withMaxCost(withScope(withBenchmark(command))), work)
}

const work: CommandWork<AddModelsOptions> = async (options, context) => {
  const { addModels } = await import('../../sdk/add-models.ts')
  const { eventNotices, workAnswer } = await import('./render-work.ts')
  const { onlyModels: _, ...scope } = scopeOf(options)
  const end = await addModels(await benchmarkDirectory(options), context.operands, {
    ...scope,
    maxCostUsd: options.maxCost,
    runtime: options.runtime,
    signal: context.signal,
    onEvent: eventNotices(context),
  })
  return workAnswer(end, ' nothing to do', context.colors)
}
