export { benchmarkErrorOf } from './benchmark-problems.ts'
export { errorMessage } from './error-message.ts'
export { errorRecordSchema, type SourceLocation, type ErrorRecord } from './error-record.ts'
export { errorTable, isErrorCode, type ErrorStage, type ErrorCode } from './error-table.ts'
export { nearestOf, slipOf, suggestionFor } from './nearest.ts'
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
