import { describeTarget } from '@vitrial/core/evidence'
import type { MetricFinding } from '@vitrial/core/scores'
import { formatMetricValue, printable, wrapText } from '@vitrial/core/text'
import { trialName } from '@vitrial/core/trial'
import type { Colors } from '../colors.ts'
import stringWidth from 'string-width'
import { cappedList } from '../capped-list.ts'
import { flowCells } from '../cells.ts'
import { isFindingTold, type ToldTrials } from './told-trials.ts'

export interface FindingOptions {
  readonly told: ToldTrials
  readonly colors: Colors
  /** Columns a line may take. */
  readonly width: number
}

/** A metric's trial and value; unless they were told before, the judge's reason and the first words it cites. */
export function findingLines(
  findings: readonly MetricFinding[],
  { told, colors, width }: FindingOptions,
): readonly string[] {
  return cappedList(findings, (finding) => [
    ...headingLines(finding, colors, width),
    ...(isFindingTold(finding, told) ? [] : reasonLines(finding, colors, width)),
  ])
}

function headingLines({ trial, metric }: MetricFinding, colors: Colors, width: number): readonly string[] {
  const paint = metric.value === 0 ? colors.red : colors.yellow
  const heading = flowCells(
    [
      { text: printable(trialName(trial)) },
      { text: `${printable(metric.id)} ${formatMetricValue(metric.value)}`, paint },
    ],
    { width, indent: 3 },
  )
  return heading.map((line, index) => (index === 0 ? `   ${line}` : line))
}

function reasonLines({ metric }: MetricFinding, colors: Colors, width: number): readonly string[] {
  const reason = wrapText(printable(metric.reason.trim().replaceAll(/\s+/g, ' ')), {
    width: width - 5,
    maxLines: 3,
    measure: stringWidth,
  })
  return [
    ...reason.map((line) => `     ${line}`),
    ...quoteLines(metric, width).map((line) => `     ${colors.dim(line)}`),
  ]
}

function quoteLines({ evidence }: MetricFinding['metric'], width: number): readonly string[] {
  const cited = evidence.find(({ quote }) => quote !== undefined)
  if (cited?.quote === undefined) return []
  const text = `${printable(describeTarget(cited))}: “${printable(cited.quote)}”`
  return wrapText(text, { width: width - 5, maxLines: 2, measure: stringWidth })
}
