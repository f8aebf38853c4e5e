import { printable, trialName, wrapText, type UnresolvedReason, type UnresolvedTrial } from '@vitrial/core'
import type { Colors } from './colors.ts'
import stringWidth from 'string-width'
import { cappedList } from './capped-list.ts'
import { flowCells } from './cells.ts'

/** What failed without saying anything about the agent, and waits for a person. */
const waiting: Partial<Record<UnresolvedReason, string>> = {
  infra_failed: 'the infrastructure failed',
  observe_failed: 'nothing could be observed',
  judge_failed: 'the judge failed',
  judge_timed_out: 'the judge ran out of time',
}

/** The trials that no later run collects by itself. */
export function trialsThatNeedYou(unresolved: readonly UnresolvedTrial[]): readonly UnresolvedTrial[] {
  return unresolved.filter(({ why }) => waiting[why] !== undefined)
}

/** Each such trial with code and message, and what to do; said once for neighbours with the same answer. */
export function attentionLines(
  trials: readonly UnresolvedTrial[],
  project: string,
  colors: Colors,
  width: number,
): readonly string[] {
  return cappedList(trials, ({ trial, why, error }, index) => {
    const code = { text: error?.code ?? why, paint: colors.red }
    const heading = flowCells([{ text: printable(trialName(trial)) }, code], { width, indent: 3 })
    const message = printable((error?.message ?? waiting[why] ?? why).trim().replaceAll(/\s+/g, ' '))
    const advice = adviceFor(trial.evalId, project)
    const next = trials[index + 1]
    const isLast = next === undefined || adviceFor(next.trial.evalId, project) !== advice
    return [
      ...heading.map((line, at) => (at === 0 ? `   ${line}` : line)),
      ...indented(message, width, 8),
      ...(isLast ? indented(advice, width).map((line) => colors.bold(line)) : []),
    ]
  })
}

/** The command that tries the trials of an eval again. */
function adviceFor(evalId: string, project: string): string {
  return `npx vitest run --project ${printable(project)} -t "${printable(evalId)} /"`
}

function indented(text: string, width: number, maxLines = Infinity): readonly string[] {
  return wrapText(text, { width: width - 5, maxLines, measure: stringWidth }).map((line) => `     ${line}`)
}
