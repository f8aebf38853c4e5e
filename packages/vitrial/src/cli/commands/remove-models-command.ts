import { counted } from '@vitrial/core/text'
import { Command } from 'commander'
import { benchmarkDirectory, withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

interface RemoveModelsOptions extends BenchmarkOption {
  readonly force?: boolean
}

/** `vitrial remove-models`: takes models out of the aggregate. */
export function removeModelsCommand(attach: Attach): Command {
  const command = new Command('remove-models')
    .summary('take models out of the current run')
    .description('Takes models out of the current run. Their recordings and judgments are kept.')
    .argument('<models...>', 'the models')
    .option('--force', 'even those that benchmark.ts still declares; the next run brings them back')
    .addHelpText('after', '\nExample: npx vitrial remove-models acme/small')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<RemoveModelsOptions> = async (options, { operands }) => {
  const { removeModels } = await import('../../sdk/remove-models.ts')
  const { force = false } = options
  const retired = await removeModels(await benchmarkDirectory(options), operands, { force })
  const trials = counted(retired.length, 'trial')
  return {
    text: ` ${operands.join(', ')}: ${trials} taken out, all records kept`,
    json: { models: [...operands], trials: retired.map(({ id }) => id) },
  }
}
