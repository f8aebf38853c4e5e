export { benchmarkErrorOf } from './benchmark-problems.ts'
export { errorMessage } from './error-message.ts'
export {
  errorRecordSchema,
  type SourceLocation,
  type ErrorRecord,
  type BenchmarkProblem,
} from './error-record.ts'
export {
  errorTable,
  isErrorCode,
  isErrorCodeOf,
  type ErrorStage,
  type ErrorKind,
  type ErrorCode,
  type ErrorCodeOf,
} from './error-table.ts'
export { nearestOf, slipOf, suggestionFor } from './nearest.ts'
export { systemErrorCode } from './system-error-code.ts'
export {
  VitrialError,
  BenchmarkError,
  InfrastructureError,
  LimitReachedError,
  JudgeError,
  StoreError,
  isDamage,
  CancelledError,
  DeferredError,
  MetricFailedError,
  MetricUndecidedError,
  type VitrialErrorOptions,
} from './vitrial-error.ts'
