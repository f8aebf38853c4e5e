import { describeTarget, type Citation } from '../evidence/citation/citation.ts'
import type { MetricJudgment } from '../judging/judgment.ts'
import { counted } from '../text/counted.ts'
import { formatMetricValue } from '../text/number-format.ts'
import { printable } from '../text/printable.ts'
import { ellipsize } from '../text/shorten.ts'
import { wrapText } from '../text/wrap-text.ts'
import type { JudgedSummary } from './judging-summary.ts'

export interface MetricFailure {
  /** The metrics to show; at least one. */
  readonly metrics: readonly MetricJudgment[]
  readonly judging: JudgedSummary
  /** Said first. @default for one metric its own heading, else how many of the judgment's metrics these are */
  readonly headline?: string
  /** Columns a line may take. @default 100 */
  readonly width?: number
}

const indent = '  '
const targetColumn = 20
const shownCitations = 6
const shownQuoteLength = 300

/**
 * Writes the text of a failed metric assertion: value, label, reason, citations with their quotes, and who judged
 * it. Plain text; what was recorded is shown printable and shortened.
 */
export function metricFailureMessage({ metrics, judging, headline, width = 100 }: MetricFailure): string {
  const [only] = metrics
  const first = headline ?? (metrics.length === 1 && only ? headingOf(only) : countOf(metrics, judging))
  const blocks = metrics.flatMap((metric) => [
    ...(headingOf(metric) === first ? [] : ['', ...wrapText(headingOf(metric), { width })]),
    '',
    ...reasonLines(metric, width),
    '',
    ...citationLines(metric.evidence, width),
  ])
  const judged = wrapText(judgedBy(judging), { width: width - indent.length }).map((line) => indent + line)
  return [...wrapText(first, { width }), ...blocks, '', ...judged]
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
}

function headingOf(metric: MetricJudgment): string {
  const value = metric.value === null ? 'undecided' : formatMetricValue(metric.value)
  return `${metric.id} is ${value} — ${printable(metric.label)}`
}

function countOf(metrics: readonly MetricJudgment[], judging: JudgedSummary): string {
  return `${metrics.length} of ${judging.judgment.metrics.length} metrics are below 1`
}

function reasonLines(metric: MetricJudgment, width: number): readonly string[] {
  return metric.reason
    .split('\n')
    .flatMap((line) => wrapText(printable(line), { width: width - indent.length }))
    .map((line) => indent + line)
}

function citationLines(citations: readonly Citation[], width: number): readonly string[] {
  const shown = citations.slice(0, shownCitations).flatMap((citation) => citationBlock(citation, width))
  const left = citations.length - shownCitations
  return left > 0 ? [...shown, `${indent}and ${left} more`] : shown
}

/** The target and, from one column on, its quote; a target too long for the column has a line of its own. */
function citationBlock(citation: Citation, width: number): readonly string[] {
  const target = printable(describeTarget(citation))
  if (citation.quote === undefined) return [indent + target]
  const hanging = indent + ' '.repeat(targetColumn)
  const quote = wrapText(`“${printable(ellipsize(citation.quote, shownQuoteLength))}”`, {
    width: width - hanging.length,
  })
  if (target.length >= targetColumn) return [indent + target, ...quote.map((line) => hanging + line)]
  return quote.map((line, index) => (index === 0 ? indent + target.padEnd(targetColumn) : hanging) + line)
}

function judgedBy({ judgeModel, evidenceReads, rejectedSubmissions }: JudgedSummary): string {
  const parts = [`judged by ${printable(judgeModel)}`, counted(evidenceReads, 'evidence read')]
  if (rejectedSubmissions > 0) parts.push(counted(rejectedSubmissions, 'rejected submission'))
  return parts.join(', ')
}
