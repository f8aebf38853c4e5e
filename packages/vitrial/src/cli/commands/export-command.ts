import type { ExportReport } from '@vitrial/core/reports'
import { counted, printableJson } from '@vitrial/core/text'
import { Command } from 'commander'
import {
  benchmarkDirectory,
  shownFromHere,
  withBenchmark,
  type BenchmarkOption,
} from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'
import { writeRows } from './write-rows.ts'

interface ExportOptions extends BenchmarkOption {
  readonly run?: string
}

/** `vitrial export`: everything on record as lines of JSON. */
export function exportCommand(attach: Attach): Command {
  const command = new Command('export')
    .summary('write everything on record as lines of JSON')
    .description(
      'Writes everything a benchmark run has on record as lines of JSON: trials, eval runs, judge runs, judgments.',
    )
    .argument('[file]', 'where to; without one, the lines go to stdout')
    .option('--run <name>', 'a run by its folder in results/ (default: the current run)')
    .addHelpText('after', '\nExample: npx vitrial export results.jsonl')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<ExportOptions> = async (options, { operands, signal, write }) => {
  const { exportResults } = await import('../../sdk/export-results.ts')
  const { run } = options
  const rows = exportResults(await benchmarkDirectory(options), { run })
  const [file] = operands
  if (file === undefined) {
    for await (const row of rows) {
      signal.throwIfAborted()
      await write(`${printableJson(row)}\n`)
    }
    return { exitCode: 0 }
  }
  const report: ExportReport = { file, rows: await writeRows(file, rows, signal) }
  const counts = Object.entries(report.rows).map(([type, count]) => counted(count, type.replaceAll('_', ' ')))
  return { text: ` ${shownFromHere(file)}: ${counts.join(', ')}`, json: report }
}
