import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { counted, errorMessage, StoreError, type ExportReport } from '@vitrial/core'
import type { ExportRow } from '@vitrial/host'
import { Command } from 'commander'
import { benchmarkDirectory, shownFromHere, withBenchmark, type BenchmarkOption } from './benchmark-option.ts'
import type { Attach, CommandWork } from './command-work.ts'

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
  const { exportResults } = await import('../sdk/export-results.ts')
  const { run } = options
  const rows = exportResults(await benchmarkDirectory(options), { run })
  const [file] = operands
  if (file === undefined) {
    for await (const row of rows) {
      signal.throwIfAborted()
      await write(`${JSON.stringify(row)}\n`)
    }
    return { exitCode: 0 }
  }
  const report: ExportReport = { file, rows: await writeRows(file, rows, signal) }
  const counts = Object.entries(report.rows).map(([type, count]) => counted(count, type.replaceAll('_', ' ')))
  return { text: ` ${shownFromHere(file)}: ${counts.join(', ')}`, json: report }
}

async function writeRows(
  file: string,
  rows: AsyncIterable<ExportRow>,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const stream = createWriteStream(file)
  const written = finished(stream)
  // Seen when it is awaited below; until then a failed disk must not end the process.
  written.catch(() => undefined)
  try {
    for await (const row of rows) {
      signal.throwIfAborted()
      counts[row.type] = (counts[row.type] ?? 0) + 1
      if (!stream.write(`${JSON.stringify(row)}\n`)) await Promise.race([once(stream, 'drain'), written])
    }
    stream.end()
    await written
    return counts
  } catch (cause) {
    stream.destroy()
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new StoreError('VITRIAL_STORE_WRITE', `Could not write ${file}: ${errorMessage(cause)}.`, { cause })
  }
}
