import { CancelledError, MetricUndecidedError } from '@vitrial/core/errors'
import type { TestContext } from 'vitest'

/**
 * Ends a test by what went wrong in it. Cancelled work always skips: a failure while cancelling would be a
 * wrong one. What could not be decided skips with its reason, unless something else failed.
 */
export function endTest(
  test: Pick<TestContext, 'skip' | 'task' | 'signal'>,
  errors: readonly unknown[],
): void {
  const cancelled = errors.find((error) => isCancelled(error, test.signal))
  if (cancelled !== undefined) test.skip(messageOf(cancelled))
  const failures = errors.filter((error) => undecidedIn(error) === undefined && !isSkip(error))
  const undecided = errors.flatMap((error) => undecidedIn(error) ?? [])
  // A soft assertion has failed the test already.
  const hasFailed = failures.length > 0 || test.task.result?.state === 'fail'
  if (hasFailed) throwAll([...failures, ...undecided])
  const skip = errors.find(isSkip)
  if (skip !== undefined) throw skip
  if (undecided.length > 0) test.skip(undecided.map(({ message }) => message).join(' | '))
}

/** `expect.poll` gives the last error as the cause of its own. */
function undecidedIn(error: unknown): MetricUndecidedError | undefined {
  if (error instanceof MetricUndecidedError) return error
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof MetricUndecidedError ? cause : undefined
}

function isCancelled(error: unknown, signal: AbortSignal): boolean {
  return error instanceof CancelledError || (signal.aborted && error === signal.reason)
}

/** What Vitest throws for `skip()`. */
function isSkip(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'VITEST_PENDING'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 0) return
  // oxlint-disable-next-line typescript/only-throw-error -- Vitest shows each error of an array
  throw errors.length === 1 ? errors[0] : errors
}
