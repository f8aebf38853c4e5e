export { earlierFailure } from './earlier-failure.ts'
export type { JudgingSummary, JudgedSummary } from './judging-summary.ts'
export { metricFailureMessage } from './metric-failure-message.ts'
export type { RunSummary } from './run-summary.ts'
export {
  testOutcomeOf,
  outcomeOfRun,
  outcomeOfJudging,
  errorOfRun,
  type TestOutcome,
} from './test-outcome.ts'
