import type { BenchmarkProblem, ErrorRecord, SourceLocation } from './error-record.ts'
import { printable } from '../text/printable.ts'
import { BenchmarkError } from './vitrial-error.ts'

/** A place in a person's files as one reads it: `evals/a/judge.md:14`, `benchmark.ts: judge.model`. */
export function locationText(location: SourceLocation): string {
  const line = location.line === undefined ? '' : `:${location.line}`
  const key = location.key === undefined ? '' : `: ${location.key}`
  return printable(`${location.file}${line}${key}`)
}

/**
 * Makes one error of all problems of a benchmark, so that a person can mend them in one go. It has the first
 * problem's code; a single problem is reported as itself.
 */
export function benchmarkErrorOf(
  problems: readonly [BenchmarkProblem, ...BenchmarkProblem[]],
  options: { readonly cause?: unknown } = {},
): BenchmarkError {
  const [first, ...others] = problems
  if (others.length === 0) {
    return new BenchmarkError(first.code, first.message, {
      ...options,
      ...(first.location && { location: first.location }),
    })
  }
  const message = [`${problems.length} problems, each to be mended:`, ...problems.map(problemText)].join(
    '\n\n',
  )
  return new BenchmarkError(first.code, message, { ...options, problems })
}

function problemText(problem: ErrorRecord): string {
  const place = problem.location ? `  ${locationText(problem.location)}` : ''
  return `${problem.code}${place}\n${problem.message}`
}
