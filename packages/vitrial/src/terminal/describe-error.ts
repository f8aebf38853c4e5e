import { relative } from 'node:path'
import {
  BenchmarkError,
  type ErrorRecord,
  type SourceLocation,
  type VitrialError,
} from '@vitrial/core/errors'
import { printable } from '@vitrial/core/text'
import type { Colors } from './colors.ts'

/** An error as a person reads it before any work: code and place on one line, then what happened. */
export function describeError(error: VitrialError, { red }: Pick<Colors, 'red'>): string {
  const problems = error instanceof BenchmarkError ? error.problems : [error.toRecord()]
  return problems.map((problem) => describeProblem(problem, red)).join('\n\n')
}

function describeProblem({ code, message, location }: ErrorRecord, red: Colors['red']): string {
  const place = location ? `  ${describeLocation(location)}` : ''
  return ` ${red(code)}${place}\n ${message}`
}

/** `evals/ask-dialect/judge.md:14` or `benchmark.ts: judge.model`, from the working directory. */
export function describeLocation({ file, line, key }: SourceLocation): string {
  const path = relative(process.cwd(), file)
  const shown = path === '' || path.startsWith('..') ? file : path
  return printable(`${shown}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : `: ${key}`}`)
}
