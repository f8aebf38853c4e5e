import {
  BenchmarkError,
  CancelledError,
  errorTable,
  InfrastructureError,
  JudgeError,
  MetricFailedError,
  MetricUndecidedError,
  StoreError,
  type ErrorCode,
  type ErrorRecord,
  type ErrorStage,
  type VitrialError,
  type VitrialErrorOptions,
} from '@vitrial/core'

type MakeError = (code: ErrorCode, message: string, options: VitrialErrorOptions) => VitrialError

const benchmark: MakeError = (...parameters) => new BenchmarkError(...parameters)
const infrastructure: MakeError = (...parameters) => new InfrastructureError(...parameters)
const judge: MakeError = (...parameters) => new JudgeError(...parameters)
const store: MakeError = (...parameters) => new StoreError(...parameters)
const metricFailed: MakeError = (...parameters) => new MetricFailedError(...parameters)
const metricUndecided: MakeError = (...parameters) => new MetricUndecidedError(...parameters)

const byStage: Readonly<Record<ErrorStage, MakeError>> = {
  load: benchmark,
  plan: benchmark,
  assert: benchmark,
  judge,
  store,
  preflight: infrastructure,
  sandbox: infrastructure,
  agent: infrastructure,
  model: infrastructure,
  observe: infrastructure,
  channel: infrastructure,
}

const byCode: Readonly<Partial<Record<ErrorCode, MakeError>>> = {
  VITRIAL_METRIC_FAILED: metricFailed,
  VITRIAL_SCORE_BELOW: metricFailed,
  VITRIAL_METRIC_UNDECIDED: metricUndecided,
  VITRIAL_COST_UNKNOWN: metricUndecided,
  VITRIAL_CANCELLED: (_code, message, options) => new CancelledError(message, options),
}

/** The error that a record was made of, in the class that belongs to its code. */
export function errorOf({ code, message, location }: ErrorRecord): VitrialError {
  const make = byCode[code] ?? byStage[errorTable[code].stage]
  return make(code, message, location ? { location } : {})
}
