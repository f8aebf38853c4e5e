import { Command } from 'commander'
import { findBenchmark, withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

/** `vitrial doctor`: says what this machine lacks to run evals. */
export function doctorCommand(attach: Attach): Command {
  const command = new Command('doctor')
    .summary('say what this machine lacks to run evals')
    .description('Says what this machine lacks to run evals, and what to do about it. It changes nothing.')
    .addHelpText('after', '\nExample: npx vitrial doctor --benchmark ./my-benchmark')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<BenchmarkOption> = async (option, context) => {
  const { examine } = await import('../doctor/examine.ts')
  const { isReady } = await import('../doctor/check.ts')
  const { renderChecks } = await import('../doctor/render-checks.ts')
  const checks = await examine(await findBenchmark(option), context)
  const ready = isReady(checks)
  return { text: renderChecks(checks, context.colors), json: { ready, checks }, isNo: !ready }
}
