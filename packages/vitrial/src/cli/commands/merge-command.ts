import { basename } from 'node:path'
import type { MergeReport } from '@vitrial/core/reports'
import { counted, printable } from '@vitrial/core/text'
import { Command } from 'commander'
import {
  benchmarkDirectory,
  shownFromHere,
  withBenchmark,
  type BenchmarkOption,
} from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

/** `vitrial merge`: joins benchmark runs into one. */
export function mergeCommand(attach: Attach): Command {
  const command = new Command('merge')
    .summary('join benchmark runs, such as shards, into one')
    .description(
      'Joins benchmark runs, such as the shards of several machines, into a new one that becomes the current. ' +
        'Where several ran a trial, the newest finished execution is selected. The runs stay as they are.',
    )
    .argument('<runs...>', 'names of runs in results/, or their folders')
    .addHelpText('after', '\nExample: npx vitrial merge ./from-machine-1/* ./from-machine-2/*')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<BenchmarkOption> = async (options, { operands, signal }) => {
  const { mergeRuns } = await import('../../sdk/merge-runs.ts')
  const merged = await mergeRuns(await benchmarkDirectory(options), operands, { signal })
  const { directory, trials, evalRuns, conflicts } = merged
  const report: MergeReport = {
    run: basename(directory),
    trials,
    evalRuns,
    conflicts: conflicts.map(({ trial, selected, others }) => ({ trial, selected, others: [...others] })),
  }
  const text = [
    ` ${shownFromHere(directory)} is the current run: ${counted(trials, 'trial')}, ${counted(evalRuns, 'eval run')}`,
    ...conflicts.map(
      ({ trial, selected, others }) =>
        `   ${printable(trial)} ran in ${others.length + 1} of them: that of ${selected} is selected`,
    ),
  ]
  return { text: text.join('\n'), json: report }
}
