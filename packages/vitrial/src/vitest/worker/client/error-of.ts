import {
  BenchmarkError,
  CancelledError,
  DeferredError,
  errorTable,
  InfrastructureError,
  JudgeError,
  LimitReachedError,
  MetricFailedError,
  MetricUndecidedError,
  StoreError,
  type ErrorCodeOf,
  type ErrorKind,
  type ErrorRecord,
  type VitrialError,
  type VitrialErrorOptions,
} from '@vitrial/core/errors'

type MakeError<Kind extends ErrorKind> = (
  code: ErrorCodeOf<Kind>,
  message: string,
  options: VitrialErrorOptions,
) => VitrialError

const makers: { readonly [Kind in ErrorKind]: MakeError<Kind> } = {
  benchmark: (...parameters) => new BenchmarkError(...parameters),
  infrastructure: (...parameters) => new InfrastructureError(...parameters),
  limit: (_code, message, options) => new LimitReachedError(undefined, message, options),
  judge: (...parameters) => new JudgeError(...parameters),
  store: (...parameters) => new StoreError(...parameters),
  cancelled: (_code, message, options) => new CancelledError(message, options),
  deferred: (_code, message, options) => new DeferredError(message, options),
  metric_failed: (...parameters) => new MetricFailedError(...parameters),
  metric_undecided: (...parameters) => new MetricUndecidedError(...parameters),
}

/** The error that a record was made of, in its class. */
export function errorOf({ code, message, location }: ErrorRecord): VitrialError {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table says that it is a code of this kind
  const make = makers[errorTable[code].kind] as MakeError<ErrorKind>
  return make(code, message, location ? { location } : {})
}
