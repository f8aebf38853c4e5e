import { expect as vitestExpect, type ExpectStatic, type TestContext } from 'vitest'
import type { Run } from '../run/run.ts'
import type { RunMatchers } from './run-matchers.ts'

/** Vitest's `expect`, which knows the matchers of a run. */
export type EvalExpect = RunExpect & ExpectStatic

export interface RunExpect {
  (run: Run, message?: string): RunMatchers
  /** Goes on after a failure. Only with the `expect` of the test's own context. */
  readonly soft: (run: Run, message?: string) => RunMatchers
  /** Asks again until it holds. A run never changes, so this is for functions that get runs from elsewhere. */
  readonly poll: (
    read: () => Run | PromiseLike<Run>,
    options?: { readonly interval?: number; readonly timeout?: number; readonly message?: string },
  ) => RunMatchers
}

// The run matchers are registered by `evalTest`, before any test has a run to give to `expect`.
// Augmenting Vitest's types would say so to the compiler, but not to Vitest 4 and 5 alike.

/** Vitest's `expect` with the types of the run matchers. Soft assertions need the one of the test's context. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const expect = vitestExpect as EvalExpect

/** The expect of a test's own context. */
export function ownExpect(test: TestContext): EvalExpect {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return test.expect as EvalExpect
}
