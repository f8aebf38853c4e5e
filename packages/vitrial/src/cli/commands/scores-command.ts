import { Command } from 'commander'
import {
  benchmarkDirectory,
  shownFromHere,
  withBenchmark,
  type BenchmarkOption,
} from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

interface ScoresOptions extends BenchmarkOption {
  readonly run?: string
}

/** `vitrial scores`: the scores of a benchmark run. */
export function scoresCommand(attach: Attach): Command {
  const command = new Command('scores')
    .summary('print the scores of a benchmark run')
    .description('Prints the scores of a benchmark run, with what they can still become. It writes nothing.')
    .option('--run <name>', 'a run by its folder in results/ (default: the current run)')
    .addHelpText('after', '\nExample: npx vitrial scores --json')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<ScoresOptions> = async (options, { colors, width }) => {
  const { readScored } = await import('../../sdk/read-scores.ts')
  const { renderSummary } = await import('../../terminal/summary/render-summary.ts')
  const { scoreModels, scriptedModelsOf, trialFindingsOf } = await import('@vitrial/core/scores')
  const { run } = options
  const { report, benchmark, directory, input, spending } = await readScored(
    await benchmarkDirectory(options),
    { run },
  )
  const text = renderSummary(
    {
      scores: scoreModels(input),
      spending,
      findings: trialFindingsOf(input),
      scripted: scriptedModelsOf(input.trials),
      commandArguments: benchmark.commandArguments,
      results: shownFromHere(directory),
    },
    { colors: colors.isColorSupported, width },
  )
  return { text, json: report }
}
