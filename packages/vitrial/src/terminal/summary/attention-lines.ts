import { tryAgainCommand, type BenchmarkArguments } from '@vitrial/core/plan'
import { tryAgainOf, type UnresolvedReason, type UnresolvedTrial } from '@vitrial/core/scores'
import { printable, wrapText } from '@vitrial/core/text'
import { trialName } from '@vitrial/core/trial'
import stringWidth from 'string-width'
import { cappedList } from '../capped-list.ts'
import { flowCells } from '../cells.ts'
import type { FindingOptions } from './finding-lines.ts'
import { isUnresolvedTold } from './told-trials.ts'

/** What failed without saying anything about the agent, and waits for a person. */
const waiting: Partial<Record<UnresolvedReason, string>> = {
  infra_failed: 'the infrastructure failed',
  observe_failed: 'nothing could be observed',
  judge_failed: 'the judge failed',
  judge_timed_out: 'the judge ran out of time',
  altered:
    'its eval run on record is not what was written: npx vitrial verify says what differs. Restore it, or run it again:',
  judgment_altered:
    'its judgment on record is not what was written: npx vitrial verify says what differs. Restore it, or judge it again:',
}

/** The trials that no later run collects by itself. */
export function trialsThatNeedYou(unresolved: readonly UnresolvedTrial[]): readonly UnresolvedTrial[] {
  return unresolved.filter(({ why }) => tryAgainOf(why) !== undefined)
}

export interface AttentionOptions extends FindingOptions {
  readonly commandArguments: BenchmarkArguments
}

/**
 * Each such trial with its code, its message unless that was told before, and what to do; said once for neighbours
 * with the same answer.
 */
export function attentionLines(
  trials: readonly UnresolvedTrial[],
  { commandArguments, told, colors, width }: AttentionOptions,
): readonly string[] {
  const adviceFor = ({ trial: { evalId }, why }: UnresolvedTrial): string | undefined => {
    const command = tryAgainOf(why)
    return command && tryAgainCommand({ command, evalId, commandArguments })
  }
  return cappedList(trials, (each, index) => {
    const { trial, why, error } = each
    const code = { text: error?.code ?? why, paint: colors.red }
    const heading = flowCells([{ text: printable(trialName(trial)) }, code], { width, indent: 3 })
    const message = printable((error?.message ?? waiting[why] ?? why).trim().replaceAll(/\s+/g, ' '))
    const advice = adviceFor(each)
    const next = trials[index + 1]
    const isLast = next === undefined || adviceFor(next) !== advice
    return [
      ...heading.map((line, at) => (at === 0 ? `   ${line}` : line)),
      ...(isUnresolvedTold(each, told) ? [] : indented(message, width, 8)),
      ...(isLast && advice ? indented(printable(advice), width).map((line) => colors.bold(line)) : []),
    ]
  })
}

function indented(text: string, width: number, maxLines = Infinity): readonly string[] {
  return wrapText(text, { width: width - 5, maxLines, measure: stringWidth }).map((line) => `     ${line}`)
}
