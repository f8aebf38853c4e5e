import { formatCost, formatDuration, printable } from '@vitrial/core/text'
import { trialName } from '@vitrial/core/trial'
import type { HostProgress } from '@vitrial/host'
import stringWidth from 'string-width'
import type { Colors } from '../../../terminal/colors.ts'
import { truncateMiddle } from '../../../terminal/cells.ts'

const gap = '   '

/** How far a run is, in one line no wider than `width`. What runs longest gives way first, then what comes last. */
export function progressLine(
  project: string,
  progress: HostProgress,
  { colors, width }: { readonly colors: Colors; readonly width: number },
): string {
  const { total, done, running, waiting, leftMs } = progress
  const before = [`${done} of ${total} done`, `${running.length} running`]
  const after = [
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...spentText(progress),
    ...(leftMs === undefined || done === total ? [] : [`about ${roundedDuration(leftMs)} left`]),
  ]
  const name = printable(project)
  const fixed = [` ${name} `, ...before, ...after].join(gap)
  const room = width - stringWidth(fixed) - gap.length
  const parts = [...before, ...oldestText(progress, room), ...after]
  const line = whatFits(parts, Math.max(1, width - stringWidth(name) - 3))
  return ` ${colors.cyan(name)}  ${line}`
}

/** As many parts as there is room for, and at least the first: half a count says nothing. */
function whatFits([first = '', ...parts]: readonly string[], width: number): string {
  let line = truncateMiddle(first, width)
  for (const part of parts) {
    const longer = `${line}${gap}${part}`
    if (stringWidth(longer) > width) break
    line = longer
  }
  return line
}

/** The trial at work for longest, if there is room to tell it by. */
function oldestText({ running }: HostProgress, room: number): readonly string[] {
  const [oldest] = running
  if (!oldest) return []
  const age = formatSeconds(oldest.ageMs)
  const doing = oldest.stage === 'judge' ? 'judging ' : ''
  const nameRoom = room - stringWidth(doing) - stringWidth(age) - 1
  return nameRoom < 16
    ? []
    : [`${doing}${truncateMiddle(printable(trialName(oldest.trial)), nameRoom)} ${age}`]
}

function spentText({ spentUsd, isSpentKnown, done }: HostProgress): readonly string[] {
  if (isSpentKnown) return spentUsd === 0 && done === 0 ? [] : [formatCost(spentUsd)]
  return [spentUsd === 0 ? 'cost unknown' : `at least ${formatCost(spentUsd)}`]
}

/** Whole seconds: a live line changes often enough. */
function formatSeconds(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1000)}s` : formatDuration(ms)
}

/** An estimate has no use for seconds: `5s`, `40s`, `3m`, `1h 05m`. */
function roundedDuration(ms: number): string {
  if (ms < 57_500) return `${Math.max(5, Math.ceil(ms / 5_000) * 5)}s`
  const minutes = Math.round(ms / 60_000)
  return minutes < 60 ? `${Math.max(1, minutes)}m` : formatDuration(minutes * 60_000)
}
