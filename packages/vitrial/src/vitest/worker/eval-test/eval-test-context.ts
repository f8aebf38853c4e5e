import type { TestContext } from 'vitest'
import type { EvalExpect } from '../matchers/eval-expect.ts'
import type { Run } from '../run/run.ts'

/** What the function of an `evalTest` gets: Vitest's own test context, with the run. */
export interface EvalTestContext extends Pick<
  TestContext,
  'task' | 'annotate' | 'skip' | 'signal' | 'onTestFailed' | 'onTestFinished'
> {
  /** The finished execution of this test's trial. */
  readonly run: Run
  /**
   * The expect of this test. `expect.soft`, `expect.assertions` and snapshots need it: in concurrent tests
   * the one that is imported takes another test for its own.
   */
  readonly expect: EvalExpect
}

/** What a test asserts about one run. */
export type EvalTestFunction = (context: EvalTestContext) => unknown
