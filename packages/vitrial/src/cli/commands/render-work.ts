import { formatSpent, spentOn, togetherSpent } from '@vitrial/core/cost'
import type { WorkReport } from '@vitrial/core/reports'
import { formatMetricValue, printable } from '@vitrial/core/text'
import { trialName } from '@vitrial/core/trial'
import type { BenchmarkRunEnd } from '../../sdk/run-benchmark.ts'
import { countEnds, type TrialEnd } from '../../sdk/trial-end.ts'
import type { BenchmarkEvent } from '../../sdk/work-on.ts'
import type { Colors } from '../../terminal/colors.ts'
import type { CommandAnswer, CommandContext } from '../frame/command-work.ts'

/** Tells a person of each trial as it ends. */
export function eventNotices({ notice }: Pick<CommandContext, 'notice'>): (event: BenchmarkEvent) => void {
  return (event) => {
    if (event.type === 'trial' && event.end.status !== 'reused') notice(endLine(event.end))
  }
}

/**
 * The answer of a command that has worked on trials: no if any failed or was deferred.
 *
 * @param nothing what to say if there was nothing to do.
 */
export function workAnswer(end: BenchmarkRunEnd | undefined, nothing: string, colors: Colors): CommandAnswer {
  const report = workReport(end)
  if (end === undefined) return { text: nothing, json: report }
  const { counts } = report
  const shown = (['judged', 'reused', 'failed', 'deferred', 'cancelled'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${status}`)
  const spent = formatSpent(togetherSpent(end.spent))
  const bad = end.ends.filter(({ status }) => status === 'failed' || status === 'deferred')
  const lines = bad.map((each) => ` ${colors.red(each.status)}  ${endLine(each)}`)
  return {
    text: [` ${[...shown, spent].join('   ')}`, ...lines].join('\n'),
    json: report,
    isNo: counts.failed + counts.deferred + counts.cancelled > 0,
  }
}

function workReport(end: BenchmarkRunEnd | undefined): WorkReport {
  const ends = end?.ends ?? []
  return {
    run: end?.run ?? null,
    spent: end?.spent ?? spentOn([]),
    counts: { ...countEnds(ends) },
    trials: ends.flatMap((each) =>
      each.status === 'reused'
        ? []
        : {
            trial: each.trial.id,
            status: each.status,
            ...(each.status === 'judged' && { mean: each.mean }),
            ...('error' in each && each.error && { error: each.error }),
            ...('reason' in each && each.reason !== undefined && { reason: each.reason }),
          },
    ),
  }
}

function endLine(end: TrialEnd): string {
  const name = printable(trialName(end.trial))
  if (end.status === 'reused') return `${name}   reused`
  if (end.status === 'judged') {
    return `${name}   ${end.mean === null ? 'undecided' : formatMetricValue(end.mean)}`
  }
  const reason = ('reason' in end ? end.reason : undefined) ?? ('error' in end ? errorText(end) : end.status)
  return `${name}   ${printable(reason ?? end.status)}`
}

function errorText({ error }: Extract<TrialEnd, { status: 'failed' }>): string | undefined {
  return error && `${error.code}: ${error.message}`
}
