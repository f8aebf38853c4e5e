import { formatSpent, type BenchmarkSpending, type Spent } from '@vitrial/core/cost'
import type { ModelScore, TrialFindings, UnresolvedReason } from '@vitrial/core/scores'
import { counted, formatPercentage, formatShare, formatTokens, printable } from '@vitrial/core/text'
import type { Colors } from '../colors.ts'
import stringWidth from 'string-width'
import { flowCells, paddedCell, truncateMiddle, type Cell } from '../cells.ts'
import { barScale, scoreBar } from './score-bar.ts'

export interface ModelRowsInput {
  readonly scores: readonly ModelScore[]
  readonly spending: BenchmarkSpending
  readonly findings: TrialFindings
}

const unresolvedLabels: Readonly<Record<UnresolvedReason, string>> = {
  infra_failed: 'infra failed',
  observe_failed: 'observe failed',
  judge_failed: 'judge failed',
  judge_timed_out: 'judge timed out',
  unjudged: 'unjudged',
  cancelled: 'cancelled',
  judge_cancelled: 'judge cancelled',
  interrupted: 'interrupted',
  judge_interrupted: 'judge interrupted',
  running: 'running',
  judge_running: 'being judged',
  not_run: 'not run',
  outdated: 'outdated',
  altered: 'altered',
  judgment_altered: 'judgment altered',
}

/** One row a model (bar, score, what the runs it rests on used, what is open), and one for their judges. */
export function modelRows(input: ModelRowsInput, colors: Colors, width: number): readonly string[] {
  const barWidth = width >= 100 ? 21 : width >= 60 ? 11 : 0
  const longest = Math.max(6, ...input.scores.map(({ model }) => stringWidth(printable(model))))
  const nameWidth = Math.min(longest, Math.max(12, Math.floor(width * 0.3)))
  const details = input.scores.map((score) => detailsOf(score, input, colors))
  const columns = [0, 1, 2, 3].map((column) =>
    Math.max(0, ...details.map((cells) => stringWidth(cells[column]?.text ?? ''))),
  )
  const start = 1 + nameWidth + 2 + (barWidth === 0 ? 0 : barWidth + 2)

  function row(name: string, bar: string, cells: readonly Cell[]): readonly string[] {
    const label = paddedCell({ text: truncateMiddle(name, nameWidth), width: nameWidth })
    const aligned = cells.map((cell, column) => ({ ...cell, width: columns[column] ?? 0 }))
    const [first = '', ...rest] = flowCells(aligned, { width, indent: start })
    return [` ${label}  ${bar}${first}`.trimEnd(), ...rest]
  }

  const blank = barWidth === 0 ? '' : ' '.repeat(barWidth + 2)
  const rows = input.scores.flatMap((score, index) => {
    const bar = barWidth === 0 ? '' : `${paintedBar(score, barWidth, colors)}  `
    return row(printable(score.model), bar, details[index] ?? [])
  })
  const { judges } = input.spending.total.selected
  if (judges.inputTokens + judges.outputTokens > 0 || judges.costUsd !== 0) {
    const skipped = [{ text: '' }, { text: '' }]
    rows.push(...row('judges', blank, [...skipped, ...usageCells(judges)]))
  }
  const heading = paddedCell({ text: 'scores', width: nameWidth, paint: colors.bold })
  const scale = barWidth === 0 ? '' : colors.dim(barScale(barWidth))
  return [` ${heading}  ${scale}`.trimEnd(), ...rows]
}

function paintedBar({ bounds }: ModelScore, width: number, colors: Colors): string {
  const { certain, possible } = scoreBar(bounds, width)
  const rest = ' '.repeat(width - certain.length - possible.length)
  return colors.green(certain) + colors.yellow(possible) + rest
}

function detailsOf(score: ModelScore, input: ModelRowsInput, colors: Colors): readonly Cell[] {
  const decided = score.evals.filter((scored) => scored.score !== null).length
  const { candidates } = input.spending.ofModel(score).selected
  const open: Cell[] =
    score.percentage === null
      ? [{ text: `${formatShare(score.bounds.coverage)} decided`, paint: colors.yellow }]
      : []
  return [
    { text: valueOf(score), paint: colors.bold },
    { text: `${decided}/${counted(score.evals.length, 'eval')}` },
    ...usageCells(candidates),
    ...open,
    ...openCounts(score.model, input.findings).map((text) => ({ text, paint: colors.yellow })),
  ]
}

function valueOf({ percentage, bounds }: ModelScore): string {
  return percentage === null
    ? `${formatPercentage(bounds.lower)} to ${formatPercentage(bounds.upper)}`
    : formatPercentage(percentage)
}

function usageCells(spent: Spent): readonly Cell[] {
  const tokens = formatTokens(spent.inputTokens + spent.outputTokens)
  return [{ text: `${tokens} tokens` }, { text: formatSpent(spent) }]
}

/** What keeps a model's score open: metrics that are undecided, trials that have no grade. */
function openCounts(model: string, { undecided, unresolved }: TrialFindings): readonly string[] {
  const nulls = undecided.filter(({ trial }) => trial.model === model).length
  const counts = new Map<UnresolvedReason, number>()
  for (const { trial, why } of unresolved) {
    if (trial.model === model) counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  return [
    ...(nulls > 0 ? [`${nulls} undecided`] : []),
    ...[...counts].map(([why, count]) => countedLabel(count, unresolvedLabels[why])),
  ]
}

/** `3 not run`, but `3 judges failed`. */
function countedLabel(count: number, label: string): string {
  const [, ofJudge] = /^judge (.*)$/.exec(label) ?? []
  return ofJudge === undefined ? `${count} ${label}` : `${counted(count, 'judge')} ${ofJudge}`
}
