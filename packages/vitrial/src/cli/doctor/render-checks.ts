import { wrapText } from '@vitrial/core/text'
import stringWidth from 'string-width'
import type { Colors } from '../../terminal/colors.ts'
import type { Check, CheckState } from './check.ts'

const marks: Readonly<Record<CheckState, string>> = { ok: 'ok', no: 'no', unknown: '??' }
const indent = 6
/** Where a fix stands on its check's own line. */
const fixColumn = 58
const width = 100

/** The checks as lines: the mark, what was found, and what to do. */
export function renderChecks(checks: readonly Check[], colors: Colors): string {
  const paint: Readonly<Record<CheckState, (text: string) => string>> = {
    ok: colors.green,
    no: colors.red,
    unknown: colors.yellow,
  }
  return checks
    .flatMap((check) => {
      const [first = '', ...others] = linesOf(check)
      const mark = `${paint[check.state](marks[check.state])}${' '.repeat(indent - marks[check.state].length)}`
      return [`${mark}${first}`, ...others.map((line) => `${' '.repeat(indent)}${line}`)]
    })
    .join('\n')
}

function linesOf({ text, fix }: Check): readonly string[] {
  const room = fixColumn - indent
  if (fix !== undefined && !text.includes('\n') && stringWidth(text) < room) {
    return [`${text}${' '.repeat(room - stringWidth(text))}${fix}`]
  }
  const wrapped = text
    .split('\n')
    .flatMap((line) => wrapText(line, { width: width - indent, measure: stringWidth }))
  return fix === undefined ? wrapped : [...wrapped, fix]
}
