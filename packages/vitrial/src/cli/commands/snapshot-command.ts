import { Command } from 'commander'
import { unresolvedLines } from './unresolved-lines.ts'
import {
  benchmarkDirectory,
  shownFromHere,
  withBenchmark,
  type BenchmarkOption,
} from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

interface SnapshotOptions extends BenchmarkOption {
  readonly run?: string
}

/** `vitrial snapshot`: keeps the scores under a name. */
export function snapshotCommand(attach: Attach): Command {
  const command = new Command('snapshot')
    .summary('keep the scores as they are under a name')
    .description('Keeps the scores as they are in results/<run>/snapshots/<name>.json, which never changes.')
    .argument('<name>', 'its name: letters, digits, ".", "_" and "-"')
    .option('--run <name>', 'a run by its folder in results/ (default: the current run)')
    .addHelpText('after', '\nExample: npx vitrial snapshot before-new-prompt')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<SnapshotOptions> = async (options, { operands }) => {
  const { snapshot } = await import('../../sdk/snapshot.ts')
  const { run } = options
  const taken = await snapshot(await benchmarkDirectory(options), operands[0] ?? '', { run })
  const lines = [` ${shownFromHere(taken.file)}`, ...unresolvedLines(taken.snapshot.scores)]
  return { text: lines.join('\n'), json: taken.snapshot }
}
