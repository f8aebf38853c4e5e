import { CancelledError, MetricUndecidedError } from '@vitrial/core/errors'
import { expect, test, type TestContext } from 'vitest'
import { endTest } from './end-test.ts'

class Skipped extends Error {
  readonly code = 'VITEST_PENDING'
}

const undecided = new MetricUndecidedError('VITRIAL_METRIC_UNDECIDED', 'asked is undecided: cannot tell')
const polled = new Error('Matcher did not succeed in time.', { cause: undecided })
const failure = new Error('it is not so')
const other = new Error('nor is this')
const cancelled = new CancelledError('bailed')
const skipped = new Skipped('by the person')

/** `pass`, `skip: <reason>`, or what was thrown. */
function endOf(
  errors: readonly unknown[],
  { hasFailedSoftly = false, signal = new AbortController().signal } = {},
) {
  const ending = {
    skip: (reason: string): never => {
      throw new Skipped(`skip: ${reason}`)
    },
    task: { result: { state: hasFailedSoftly ? 'fail' : 'run' } },
    signal,
  }
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is touched
    endTest(ending as unknown as TestContext, errors)
    return 'pass'
  } catch (thrown) {
    return thrown instanceof Skipped ? thrown.message : thrown
  }
}

test.each<[string, readonly unknown[], boolean, unknown]>([
  ['nothing wrong', [], false, 'pass'],
  ['a failure', [failure], false, failure],
  ['two failures', [failure, other], false, [failure, other]],
  ['an undecided metric', [undecided], false, 'skip: asked is undecided: cannot tell'],
  ['an undecided metric, polled', [polled], false, 'skip: asked is undecided: cannot tell'],
  ['an undecided metric beside a failure', [undecided, failure], false, [failure, undecided]],
  ['an undecided metric after a soft failure', [undecided], true, undecided],
  ['a soft failure alone, which Vitest knows', [], true, 'pass'],
  ['cancelled work', [cancelled], false, 'skip: bailed'],
  ['cancelled work beside a failure', [failure, cancelled], true, 'skip: bailed'],
  ['a skip by the person', [skipped], false, 'by the person'],
  ['a skip by the person beside a failure', [skipped, failure], false, failure],
])('%s', (_name, errors, hasFailedSoftly, expected) => {
  expect(endOf(errors, { hasFailedSoftly })).toEqual(expected)
})

test('what stopped because the test was aborted skips', () => {
  const controller = new AbortController()
  controller.abort(new Error('the run was cancelled'))
  const { signal } = controller
  expect(endOf([signal.reason], { signal })).toBe('skip: the run was cancelled')
})
