import { Command } from 'commander'
import type { RejudgeChoice } from '../../sdk/rejudge.ts'
import { benchmarkDirectory, withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'
import {
  scopeOf,
  withMaxCost,
  withScope,
  type CostOption,
  type ScopeOptions,
} from '../frame/scope-options.ts'

interface RejudgeCommandOptions extends BenchmarkOption, ScopeOptions, CostOption {
  readonly failed?: boolean
  readonly changed?: boolean
  readonly all?: boolean
  readonly runtime?: string
}

/** `vitrial rejudge`: judges recordings again. */
export function rejudgeCommand(attach: Attach): Command {
  const command = new Command('rejudge')
    .summary('judge recordings of the current run again')
    .description(
      'Judges recordings of the current run again: failed judgings, and those whose rubric or judge changed. ' +
        'No candidate runs again.',
    )
    .argument('[run]', 'one trial or eval run by its id, even if nothing changed')
    .option('--failed', 'failed judgings only')
    .option('--changed', 'only those whose rubric or judge changed')
    .option('--all', 'every recording, even if nothing changed')
    .option('--runtime <id>', "the runtime, in place of the benchmark's own")
    .addHelpText('after', '\nExample: npx vitrial rejudge --changed --only-eval ask-dialect')
  return attach(withMaxCost(withScope(withBenchmark(command))), work)
}

const work: CommandWork<RejudgeCommandOptions> = async (options, context) => {
  const { rejudge } = await import('../../sdk/rejudge.ts')
  const { eventNotices, workAnswer } = await import('./render-work.ts')
  const choose = (['failed', 'changed', 'all'] as const satisfies readonly RejudgeChoice[]).filter(
    (choice) => options[choice] === true,
  )
  const end = await rejudge(await benchmarkDirectory(options), {
    ...scopeOf(options),
    run: context.operands[0],
    ...(choose.length > 0 && { choose }),
    maxCostUsd: options.maxCost,
    runtime: options.runtime,
    signal: context.signal,
    onEvent: eventNotices(context),
  })
  return workAnswer(end, ' nothing to judge again', context.colors)
}
