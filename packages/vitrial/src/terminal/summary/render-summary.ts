import type { BenchmarkSpending } from '@vitrial/core/cost'
import type { BenchmarkArguments } from '@vitrial/core/plan'
import type { ModelScore, ScriptedModels, TrialFindings } from '@vitrial/core/scores'
import { printable, wrapText } from '@vitrial/core/text'
import pc from 'picocolors'
import stringWidth from 'string-width'
import { attentionLines, trialsThatNeedYou } from './attention-lines.ts'
import { costLines } from './cost-lines.ts'
import { findingLines } from './finding-lines.ts'
import { modelRows } from './model-rows.ts'
import type { ToldTrials } from './told-trials.ts'

/** Everything the summary shows, computed from rows by core. */
export interface SummaryInput {
  readonly scores: readonly ModelScore[]
  readonly spending: BenchmarkSpending
  readonly findings: TrialFindings
  readonly scripted: ScriptedModels
  /** What need not be told again, only named. @default nothing */
  readonly told?: ToldTrials
  /** For the commands it suggests. */
  readonly commandArguments: BenchmarkArguments
  /** The results folder as it should read; undefined if nothing was written. */
  readonly results: string | undefined
  /** The report's file, from the results folder. */
  readonly report?: string
}

export interface SummaryOptions {
  readonly colors: boolean
  /** Columns of the terminal; no line is longer. At least 40. */
  readonly width: number
}

/**
 * The terminal summary: scores, what is not 1, what is undecided, what needs a person, where it lies.
 * 0, null, a failed judge and a failed infrastructure each have a place of their own.
 */
export function renderSummary(input: SummaryInput, options: SummaryOptions): string {
  const colors = pc.createColors(options.colors)
  const width = Math.max(40, options.width)
  const { belowOne, undecided, unresolved } = input.findings
  const { told = new Map(), commandArguments } = input
  const shown = { told, colors, width }
  const sections: readonly (readonly string[])[] = [
    modelRows(input, colors, width),
    titled(colors.bold(' cost'), costLines(input.spending.total, width)),
    titled(colors.bold(' not 1'), findingLines(belowOne, shown)),
    titled(colors.bold(' undecided'), findingLines(undecided, shown)),
    titled(
      colors.bold(colors.red(' needs you')),
      attentionLines(trialsThatNeedYou(unresolved), { ...shown, commandArguments }),
    ),
    [
      ...oneSpaceIn(scriptedNotice(input.scripted), width).map((line) => colors.yellow(line)),
      ...pathLines(input, width),
    ],
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

function scriptedNotice({ names, isAll }: ScriptedModels): string {
  if (isAll) return 'scripted models: no real model ran'
  return names.length === 0 ? '' : `scripted, not real models: ${printable(names.join(', '))}`
}

/** Where everything lies. */
function pathLines({ results, report }: SummaryInput, width: number): readonly string[] {
  if (results === undefined) return []
  const paths = [results, ...(report === undefined ? [] : [report])].map(printable)
  const line = ` ${paths.join('   ')}`
  // A path that is broken cannot be opened, so a long one keeps its own line.
  return stringWidth(line) <= width ? [line] : paths.flatMap((path) => oneSpaceIn(path, width))
}

function oneSpaceIn(text: string, width: number): readonly string[] {
  return wrapText(text, { width: width - 1, measure: stringWidth }).map((line) => ` ${line}`)
}
