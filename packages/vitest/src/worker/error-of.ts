import {
  BenchmarkError,
  CancelledError,
  errorTable,
  InfrastructureError,
  JudgeError,
  MetricFailedError,
  MetricUndecidedError,
  StoreError,
  type ErrorRecord,
  type VitrialError,
} from '@vitrial/core'

/** The error that a record was made of, in the class that belongs to its code. */
export function errorOf(record: ErrorRecord): VitrialError {
  const { code, message, location } = record
  const options = location ? { location } : {}
  switch (code) {
    case 'VITRIAL_METRIC_FAILED':
    case 'VITRIAL_SCORE_BELOW':
      return new MetricFailedError(code, message, options)
    case 'VITRIAL_METRIC_UNDECIDED':
      return new MetricUndecidedError(code, message, options)
    case 'VITRIAL_CANCELLED':
      return new CancelledError(message, options)
    default:
      return errorOfStage(record)
  }
}

function errorOfStage({ code, message, location }: ErrorRecord): VitrialError {
  const options = location ? { location } : {}
  switch (errorTable[code].stage) {
    case 'load':
    case 'plan':
    case 'assert':
      return new BenchmarkError(code, message, options)
    case 'judge':
      return new JudgeError(code, message, options)
    case 'store':
      return new StoreError(code, message, options)
    case 'preflight':
    case 'sandbox':
    case 'agent':
    case 'model':
    case 'observe':
    case 'channel':
      return new InfrastructureError(code, message, options)
  }
}
