import {
  BenchmarkError,
  CancelledError,
  DeferredError,
  errorTable,
  InfrastructureError,
  isErrorCode,
  JudgeError,
  LimitReachedError,
  MetricFailedError,
  MetricUndecidedError,
  StoreError,
  VitrialError,
  type ErrorCode,
  type ErrorKind,
} from '@vitrial/core/errors'
import { expect, test } from 'vitest'
import { connect, question } from './channel.fixture.ts'

const classes = {
  benchmark: BenchmarkError,
  infrastructure: InfrastructureError,
  limit: LimitReachedError,
  judge: JudgeError,
  store: StoreError,
  cancelled: CancelledError,
  deferred: DeferredError,
  metric_failed: MetricFailedError,
  metric_undecided: MetricUndecidedError,
} as const satisfies Readonly<Record<ErrorKind, unknown>>

const location = { file: '/b/benchmark.ts', key: 'models' }

/** An error of a code, as whoever raises it makes it. */
function raised(code: ErrorCode): VitrialError {
  const { kind } = errorTable[code]
  const message = `What ${code} says.`
  if (kind === 'limit') return new LimitReachedError('output', message, { location })
  if (kind === 'cancelled' || kind === 'deferred') return new classes[kind](message, { location })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table says that the code is of this class
  const Class = classes[kind] as new (
    ...parameters: ConstructorParameters<typeof VitrialError>
  ) => VitrialError
  return new Class(code, message, { location })
}

/** What a person and a program see of an error. */
function seen(error: unknown): object {
  if (!(error instanceof VitrialError)) return { error }
  const { name, code, stage, retryable, message } = error
  return { class: error.constructor, name, code, stage, retryable, message, location: error.location }
}

test.each(Object.keys(errorTable).filter(isErrorCode))('%s reaches the test in its class', async (code) => {
  const error = raised(code)
  const { client } = await connect({ run: () => Promise.reject(error) })

  const received: unknown = await client.runTrial(question).catch((thrown: unknown) => thrown)

  expect(seen(received)).toStrictEqual(seen(error))
  expect(seen(error)).toMatchObject({ class: classes[errorTable[code].kind], code })
})
