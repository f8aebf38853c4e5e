import {
  BenchmarkError,
  CancelledError,
  DeferredError,
  errorRecordSchema,
  errorTable,
  InfrastructureError,
  isErrorCode,
  isErrorCodeOf,
  JudgeError,
  LimitReachedError,
  MetricFailedError,
  MetricUndecidedError,
  StoreError,
  VitrialError,
  type ErrorCodeOf,
  type ErrorKind,
} from '@vitrial/core/errors'
import { printableJson } from '@vitrial/core/text'
import { foreignName, foreignText, printedHazards } from '@vitrial/fixtures'
import { inspect } from 'node:util'
import pc from 'picocolors'
import { expect, test } from 'vitest'
import { errorForVitest } from '../vitest/main/output/error-for-vitest.ts'
import { errorOf } from '../vitest/worker/client/error-of.ts'
import { pointedAt } from '../vitest/worker/annotations/pointed-at.ts'
import { describeError } from './describe-error.ts'

const words = foreignText('WORDS')
const location = { file: `/tmp/${foreignName('FILE')}`, line: 3, key: foreignName('KEY') }
const codes = Object.keys(errorTable).filter(isErrorCode)

function codesOf<Kind extends ErrorKind>(kind: Kind): readonly ErrorCodeOf<Kind>[] {
  return codes.filter((code) => isErrorCodeOf(kind, code))
}

/** By class, one of each code it can have. */
const errors: Readonly<Record<string, readonly VitrialError[]>> = {
  VitrialError: codes.map((code) => new VitrialError(code, words, { location })),
  BenchmarkError: codesOf('benchmark').map((code) => new BenchmarkError(code, words, { location })),
  'BenchmarkError of several': codesOf('benchmark').map((code) => {
    const problem = { code, message: words, location }
    return new BenchmarkError(code, words, { problems: [problem, problem] })
  }),
  InfrastructureError: codesOf('infrastructure').map(
    (code) => new InfrastructureError(code, words, { location }),
  ),
  JudgeError: codesOf('judge').map((code) => new JudgeError(code, words, { location })),
  StoreError: codesOf('store').map((code) => new StoreError(code, words, { location })),
  MetricFailedError: codesOf('metric_failed').map((code) => new MetricFailedError(code, words, { location })),
  MetricUndecidedError: codesOf('metric_undecided').map(
    (code) => new MetricUndecidedError(code, words, { location }),
  ),
  LimitReachedError: [new LimitReachedError('output', words, { location })],
  CancelledError: [new CancelledError(words, { location })],
  DeferredError: [new DeferredError(words, { location })],
}

/** Without the colour that an error's code has of its own, where colours are on: in CI, too. */
function withoutRed(text: string): string {
  return text.replaceAll('\u001B[31m', '').replaceAll('\u001B[39m', '')
}

/** Every way in which an error of ours gets to be printed. */
function printedForms(error: VitrialError): readonly string[] {
  const overChannel = errorOf(errorRecordSchema.parse(error.toRecord()))
  const shown = errorForVitest(error)
  return [
    describeError(error, pc.createColors(false)),
    describeError(overChannel, pc.createColors(false)),
    error.message,
    String(error),
    pointedAt(overChannel, undefined).stack ?? '',
    shown instanceof Error ? `${shown.name}: ${shown.message}` : '',
    withoutRed(inspect(shown)),
    printableJson({ error: error.toRecord() }, 2),
  ]
}

test.each(Object.keys(errors))(
  '%s shows foreign words of any code without acting on who reads them',
  (name) => {
    const each = errors[name] ?? []
    expect(each.length).toBeGreaterThan(0)
    for (const text of each.flatMap(printedForms)) {
      expect(printedHazards(Buffer.from(text))).toEqual([])
      expect(text).toContain('WORDS')
    }
  },
)
