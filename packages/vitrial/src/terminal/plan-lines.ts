import { formatSpent } from '@vitrial/core/cost'
import { countActions, type PlanAction, type PlanItem } from '@vitrial/core/plan'
import { estimateOfPlan } from '@vitrial/core/reports'
import { counted, printable, wrapText } from '@vitrial/core/text'
import stringWidth from 'string-width'
import type { Colors } from './colors.ts'
import { flowCells, paddedCell, truncateMiddle, type Cell } from './cells.ts'

export interface PlanLinesOptions {
  readonly colors: Colors
  /** Columns of the terminal; no line is longer. At least 40. */
  readonly width: number
}

/** The order in which actions are shown; what is reused is only counted. */
const shownActions = ['judge', 'run', 'failed', 'deferred'] as const

/** A plan for the terminal: what it comes to, then a line for the repetitions of a trial with one reason. */
export function planLines(
  items: readonly PlanItem[],
  { colors, width: columns }: PlanLinesOptions,
): readonly string[] {
  const width = Math.max(40, columns)
  const groups = groupsOf(items)
  const shown = shownActions.flatMap((action) => groups.filter((group) => group.action === action))
  const actionWidth = widest(shown, ({ action }) => action.length)
  const nameWidth = widest(shown, (group) => stringWidth(nameOf(group)))
  const heading = flowCells(headingCells(items, colors), { width, indent: 1 })
  return [
    ...heading.map((line, index) => (index === 0 ? ` ${line}` : line)),
    ...shown.flatMap((group) => groupLines(group, { actionWidth, nameWidth, width, colors })),
  ]
}

interface Columns extends PlanLinesOptions {
  readonly actionWidth: number
  readonly nameWidth: number
}

const leastReasonWidth = 24

/** Action, name and reason; where the terminal is too narrow for that, the reason stands below. */
function groupLines(group: Group, { actionWidth, nameWidth, width, colors }: Columns): readonly string[] {
  const action = paddedCell({ text: group.action, width: actionWidth, paint: paintOf(group.action, colors) })
  const nameColumn = 2 + actionWidth + 2
  const reasonColumn = nameColumn + nameWidth + 4
  const isWide = width - reasonColumn >= leastReasonWidth
  const indent = isWide ? reasonColumn : nameColumn + 2
  const reason = wrapText(printable(group.reason), { width: width - indent, measure: stringWidth })
  const name = truncateMiddle(nameOf(group), width - nameColumn)
  const start = `  ${action}  ${name}`
  const below = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => ' '.repeat(indent) + line)
  if (!isWide) return [start, ...below(reason)]
  const [first = '', ...rest] = reason
  return [`${start}${' '.repeat(nameWidth - stringWidth(name) + 4)}${first}`, ...below(rest)]
}

function headingCells(items: readonly PlanItem[], colors: Colors): readonly Cell[] {
  const counts = countActions(items)
  const total = { text: counted(items.length, 'trial'), paint: colors.bold }
  const actions = (['reuse', ...shownActions] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => ({ text: `${counts[action]} ${action}` }))
  return [total, ...actions, ...(counts.run + counts.judge > 0 ? [{ text: costText(items) }] : [])]
}

function costText(items: readonly PlanItem[]): string {
  const { run, judge } = countActions(items)
  const { knownUsd, unknown } = estimateOfPlan(items)
  const text = formatSpent({ runs: run + judge, knownUsd, unknown })
  return unknown === run + judge ? text : `about ${text}`
}

/** Consecutive repetitions that have the same done to them for the same reason. */
interface Group {
  readonly action: PlanAction
  readonly reason: string
  readonly evalId: string
  readonly model: string
  readonly first: number
  last: number
}

function groupsOf(items: readonly PlanItem[]): readonly Group[] {
  const groups: Group[] = []
  for (const { trial, action, reason } of items) {
    const { evalId, model, repetition } = trial
    const last = groups.at(-1)
    const isNext =
      last?.action === action &&
      last.reason === reason &&
      last.evalId === evalId &&
      last.model === model &&
      last.last + 1 === repetition
    if (isNext) last.last = repetition
    else groups.push({ action, reason, evalId, model, first: repetition, last: repetition })
  }
  return groups
}

function nameOf({ evalId, model, first, last }: Group): string {
  const repetitions = first === last ? `#${first}` : `#${first}..#${last}`
  return printable(`${evalId} / ${model} / ${repetitions}`)
}

/** A plan can have more groups than a call can have arguments. */
function widest(groups: readonly Group[], widthOf: (group: Group) => number): number {
  return groups.reduce((width, group) => Math.max(width, widthOf(group)), 0)
}

function paintOf(action: PlanAction, colors: Colors): (text: string) => string {
  if (action === 'failed') return colors.red
  return action === 'deferred' ? colors.yellow : colors.bold
}
