import type { RunMatcher } from './run-matcher.ts'

export const toFinishWithin: RunMatcher<[ms: number]> = async ({ run, isNot }, ms) => {
  const { durationMs } = run
  return {
    pass: durationMs <= ms,
    message: () =>
      `the run took ${Math.round(durationMs)} ms, expected ${isNot ? 'more than' : 'at most'} ${ms} ms`,
  }
}
