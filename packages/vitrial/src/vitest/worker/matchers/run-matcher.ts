import { BenchmarkError, MetricFailedError, VitrialError, type ErrorCode } from '@vitrial/core/errors'
import { callSite } from '../run/call-site.ts'
import { checkArguments, type matcherArguments } from './matcher-arguments.ts'
import { runHandleOf, type RunHandle } from '../run/run-handle.ts'

/** What a matcher found. Undecided is thrown. */
export interface MatcherVerdict {
  readonly pass: boolean
  /** Why it failed; asked for only then, with `.not` too. */
  readonly message: () => string
  /** Set if the failure is that of a metric or score: its error is of that class. */
  readonly failure?: Extract<ErrorCode, 'VITRIAL_METRIC_FAILED' | 'VITRIAL_SCORE_BELOW'>
  /** The metric it is about. */
  readonly metricId?: string
}

/** How a matcher is asked. */
export interface MatcherQuestion {
  readonly run: RunHandle
  readonly isNot: boolean
}

/** What a matcher of a run does: looks at it and says whether it is so. */
export type RunMatcher<Expected extends readonly unknown[]> = (
  question: MatcherQuestion,
  ...expected: Expected
) => Promise<MatcherVerdict>

/** What Vitest tells a matcher, as far as it is used here. */
interface VitestMatcherState {
  readonly isNot: boolean
  readonly soft?: boolean
  readonly task?: { readonly id: string }
}

/** What Vitest takes from a matcher. */
export interface VitestVerdict {
  readonly pass: boolean
  readonly message: () => string
}

type VitestMatcher = (
  this: VitestMatcherState,
  received: unknown,
  ...expected: unknown[]
) => VitestVerdict | Promise<VitestVerdict>

/**
 * Makes a matcher of Vitest's that stays with its run: the run's own test waits for it, fails by it even if
 * nobody awaits it, and shows the line that made it.
 */
export function vitestMatcher<Expected extends readonly unknown[]>(
  name: keyof typeof matcherArguments,
  match: RunMatcher<Expected>,
): VitestMatcher {
  return function (this: VitestMatcherState, received: unknown, ...expected: unknown[]) {
    const run = runHandleOf(received, `expect(…).${name}`)
    const site = callSite()
    const { isNot } = this
    if (this.soft && this.task?.id !== run.taskId) {
      run.assertions.reportMisuse(softOfAnother(name))
      return { pass: !isNot, message: () => '' }
    }
    const verdict = matched(name, expected, async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they were checked
      return await match({ run, isNot }, ...(expected as unknown as Expected))
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Vitest calls `then` and nothing else
    return watched(verdict, run, site) as Promise<VitestVerdict>
  }
}

/** A wrong call is a failure of its test like any other: its line is shown, and nobody need await it. */
async function matched(
  name: keyof typeof matcherArguments,
  expected: readonly unknown[],
  match: () => Promise<MatcherVerdict>,
): Promise<MatcherVerdict> {
  checkArguments(name, expected)
  return await match()
}

/** Vitest waits for a matcher by `then`, and gives what that returns to the person's `await`. */
function watched(
  verdict: Promise<MatcherVerdict>,
  run: RunHandle,
  site: readonly string[],
): PromiseLike<VitestVerdict> {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- see above
    then: (onFulfilled, onRejected) => {
      const asserted = verdict.then(onFulfilled, onRejected).catch(async (thrown: unknown) => {
        const found = await verdict.catch(() => undefined)
        throw run.pointed(failureOf(thrown, found, run, site), site)
      })
      return run.assertions.track(asserted)
    },
  }
}

/** Gives Vitest's own error of a failed matcher its class, and the line of the test. */
function failureOf(
  thrown: unknown,
  found: MatcherVerdict | undefined,
  run: RunHandle,
  site: readonly string[],
): unknown {
  if (thrown instanceof VitrialError || !(thrown instanceof Error)) return thrown
  if (found?.failure) {
    const location = run.rubricPlace(found.metricId)
    return new MetricFailedError(found.failure, thrown.message, { location })
  }
  thrown.stack = [`${thrown.name}: ${thrown.message}`, ...site].join('\n')
  return thrown
}

function softOfAnother(name: string): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_EXPECT_NOT_OWN',
    `expect.soft(run).${name} was made with an expect that is not this test's. In concurrent tests the one ` +
      'that is imported cannot tell them apart: take `expect` from what evalTest gives to its function.',
  )
}
