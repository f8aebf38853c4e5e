import { printableLines } from '@vitrial/core/text'
import { expect, test } from 'vitest'
import { printableReport } from './printable-report.ts'

const foreign = '::error::x\u001b[2J'
const shown = String.raw`\u{3a}:error::x\u{1b}[2J`

function call(m: string, ...a: readonly unknown[]) {
  return { t: 'q', i: '1', m, a }
}

test.each([
  [
    'errors, their diffs and causes, a reason for a skip, and meta',
    call(
      'onTaskUpdate',
      [
        [
          'id',
          {
            state: 'fail',
            note: foreign,
            errors: [{ message: foreign, diff: foreign, cause: { message: foreign } }],
          },
          { [foreign]: foreign },
        ],
      ],
      [['id', 'test-failed']],
    ),
    call(
      'onTaskUpdate',
      [
        [
          'id',
          {
            state: 'fail',
            note: shown,
            errors: [{ message: shown, diff: shown, cause: { message: shown } }],
          },
          { [shown]: shown },
        ],
      ],
      [['id', 'test-failed']],
    ),
  ],
  [
    'annotations, and not what is attached',
    call('onTaskArtifactRecord', 'id', { annotation: { message: foreign, attachment: { body: foreign } } }),
    call('onTaskArtifactRecord', 'id', { annotation: { message: shown, attachment: { body: foreign } } }),
  ],
  [
    'the console',
    call('onUserConsoleLog', { content: foreign, size: 3 }),
    call('onUserConsoleLog', { content: shown, size: 3 }),
  ],
  [
    'what nobody caught',
    call('onUnhandledError', { message: foreign }, 'x'),
    call('onUnhandledError', { message: shown }, 'x'),
  ],
  [
    'a file that cannot be read',
    call('onCollected', [{ result: { errors: [{ message: foreign }] } }]),
    call('onCollected', [{ result: { errors: [{ message: shown }] } }]),
  ],
  [
    "a worker's end",
    { __vitest_worker_response__: true, error: { message: foreign } },
    { __vitest_worker_response__: true, error: { message: shown } },
  ],
])('shows %s', (_, message, expected) => {
  expect(printableReport(message, printableLines)).toEqual(expected)
})

test('changes no other message', () => {
  const message = call('resolveSnapshotPath', foreign)
  expect(printableReport(message, printableLines)).toBe(message)
  expect(printableReport(undefined, printableLines)).toBeUndefined()
})

test('lets no line of a message be a frame of the stack', () => {
  const message = 'No.\n    at /etc/passwd:1:1'
  const error = { message, stack: `Error: ${message}\n    at /own/judge.md:3:1` }
  expect(printableReport(call('onUnhandledError', error), printableLines)).toEqual(
    call('onUnhandledError', {
      message,
      stack: 'Error: No.\n    at\u00a0/etc/passwd:1:1\n    at /own/judge.md:3:1',
    }),
  )
})

test('copies what refers to itself', () => {
  const error: Record<string, unknown> = { message: foreign }
  error['cause'] = error
  const [copy] = Object(printableReport(call('onUnhandledError', error), printableLines)).a
  expect(copy.message).toBe(shown)
  expect(copy.cause).toBe(copy)
})
