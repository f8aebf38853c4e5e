import { relative } from 'node:path'
import type { SourceLocation, VitrialError } from '@vitrial/core'
import type { Colors } from '../summary/colors.ts'

/** An error as a person reads it before any work: code and place on one line, then what happened. */
export function describeError(error: VitrialError, colors: Pick<Colors, 'red'>): string {
  const place = error.location ? `  ${describeLocation(error.location)}` : ''
  return ` ${colors.red(error.code)}${place}\n ${error.message}`
}

/** `evals/ask-dialect/judge.md:14` or `benchmark.ts: judge.model`, from the working directory. */
export function describeLocation({ file, line, key }: SourceLocation): string {
  const path = relative(process.cwd(), file)
  const shown = path === '' || path.startsWith('..') ? file : path
  return `${shown}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : `: ${key}`}`
}
