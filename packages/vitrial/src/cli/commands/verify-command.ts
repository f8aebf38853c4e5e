import type { VerifyReport } from '@vitrial/core/reports'
import { counted, printable } from '@vitrial/core/text'
import { Command } from 'commander'
import { benchmarkDirectory, withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

/** `vitrial verify`: recomputes every hash of a benchmark run. */
export function verifyCommand(attach: Attach): Command {
  const command = new Command('verify')
    .summary('check a benchmark run against its hashes')
    .description(
      'Recomputes every hash of a benchmark run: rows, recordings, stored objects, what is kept of judge runs. ' +
        'Names what differs or is missing, and then exits 1. It writes nothing.',
    )
    .argument('[run]', 'its name in results/, or its folder (default: the current run)')
    .addHelpText('after', '\nExample: npx vitrial verify 2026-11-30T14-25-11Z-7f3a')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<BenchmarkOption> = async (options, { operands, signal }) => {
  const { verifyRun } = await import('../../sdk/verify-run.ts')
  const [run] = operands
  const report = await verifyRun(await benchmarkDirectory(options), { run, signal })
  return { text: textOf(report), json: report, isNo: report.differences.length > 0 }
}

function textOf({ run, checked, differences }: VerifyReport): string {
  const { evalRuns, judgeRuns, files, objects } = checked
  const amounts = [
    counted(evalRuns, 'eval run'),
    counted(judgeRuns, 'judge run'),
    counted(files, 'file'),
    counted(objects, 'object'),
  ]
  const lines = differences.flatMap(({ where, what, detail, advice }) => [
    `   ${printable(where)}   ${what}`,
    `     ${printable(detail)}. ${advice}`,
  ])
  const verdict =
    differences.length === 0 ? 'all of it is what was written' : counted(differences.length, 'difference')
  return [` ${printable(run)}: ${verdict} (${amounts.join(', ')})`, ...lines].join('\n')
}
