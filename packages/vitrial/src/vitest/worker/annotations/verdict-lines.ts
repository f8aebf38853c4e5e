import { describeTarget } from '@vitrial/core/evidence'
import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import {
  counted,
  formatCost,
  formatDuration,
  formatMetricValue,
  formatTokens,
  printable,
  shorten,
} from '@vitrial/core/text'
import { scriptedPartOf } from './scripted-part-of.ts'

const reasonCharacters = 600
const quoteCharacters = 200
const shownQuotes = 3

/** A trial in one line: what became of it, its values, what it used, who judged it. */
export function verdictLine(run: RunSummary, judging: JudgingSummary | undefined): string {
  const { state, outcome, usage, durationMs } = run
  const tokens = `${formatTokens(usage.inputTokens + usage.outputTokens)} tokens`
  const parts = [
    ...gradeOf(judging),
    outcome === undefined ? state : `${state} (${outcome})`,
    formatDuration(durationMs),
    ...(usage.calls === 0 ? [] : [tokens, formatCost(usage.costUsd)]),
    ...(judging?.status === 'judged' ? [`judged by ${judging.judgeModel}`] : []),
    ...scriptedNote(run, judging),
  ]
  return printable(parts.join(' · '))
}

/** A metric whose reason is told elsewhere: value and label. */
export function metricHeading(metric: MetricJudgment): string {
  return printable(headingOf(metric))
}

/** A metric in one line: value, label, reason, and the first words it cites. */
export function metricLine(metric: MetricJudgment): string {
  const { reason, evidence } = metric
  const quotes = evidence
    .filter(({ quote }) => quote !== undefined)
    .slice(0, shownQuotes)
    .map(
      (citation) =>
        `${describeTarget(citation)}: “${shorten(oneLine(citation.quote ?? ''), quoteCharacters)}”`,
    )
  const cited =
    quotes.length > 0 || evidence.length === 0 ? quotes : [evidence.map(describeTarget).join(', ')]
  return printable([headingOf(metric), shorten(oneLine(reason), reasonCharacters), ...cited].join(' · '))
}

function headingOf({ id, label, value }: MetricJudgment): string {
  const named = label === id ? '' : ` — ${label}`
  return `${id} is ${formatMetricValue(value)}${named}`
}

function gradeOf(judging: JudgingSummary | undefined): readonly string[] {
  if (judging === undefined || judging.status === 'not_judgeable') return ['not judged']
  if (judging.status === 'failed') return [`the judge failed: ${judging.error.code}`]
  const { metrics } = judging.judgment
  const undecided = metrics.filter(({ value }) => value === null).length
  const met = metrics.filter(({ value }) => value === 1).length
  return [`${met}/${counted(metrics.length, 'metric')}`, ...(undecided > 0 ? [`${undecided} undecided`] : [])]
}

function scriptedNote(run: RunSummary, judging: JudgingSummary | undefined): readonly string[] {
  const part = scriptedPartOf(run, judging)
  if (part === undefined) return []
  return [part === 'all' ? 'scripted, no real model ran' : `scripted ${part}`]
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
