import type { GarbageReport } from '@vitrial/core/reports'
import { counted } from '@vitrial/core/text'
import { Command } from 'commander'
import { benchmarkDirectory, withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

interface GarbageOptions extends BenchmarkOption {
  readonly delete?: boolean
}

/** `vitrial gc`: removes stored objects that nothing refers to. */
export function gcCommand(attach: Attach): Command {
  const command = new Command('gc')
    .summary('remove stored objects that nothing refers to')
    .description(
      'Finds stored objects that no recording refers to, and what was left half written. ' +
        'It only counts them unless told to delete.',
    )
    .option('--delete', 'remove them')
    .addHelpText('after', '\nExample: npx vitrial gc --delete')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<GarbageOptions> = async (options, { signal }) => {
  const { collectGarbage } = await import('../../sdk/collect-garbage.ts')
  const { delete: isDeleting = false } = options
  const runs = await collectGarbage(await benchmarkDirectory(options), { delete: isDeleting, signal })
  const report: GarbageReport = { deleted: isDeleting, runs: runs.map((run) => ({ ...run })) }
  return { text: textOf(report), json: report }
}

function textOf({ deleted, runs }: GarbageReport): string {
  const lines = runs.map(({ run, isAtWork, objects, temporary, sizeBytes }) => {
    if (isAtWork) return ` ${run}   a process is at work on it: left alone`
    return ` ${run}   ${counted(objects, 'object')}, ${temporary} half written, ${(sizeBytes / 1e6).toFixed(1)} MB`
  })
  const isAny = runs.some(({ objects, temporary }) => objects + temporary > 0)
  if (!isAny) return [...lines, ' nothing to remove'].join('\n')
  const what = deleted ? ' removed' : ' nothing was removed: npx vitrial gc --delete removes them'
  return [...lines, what].join('\n')
}
