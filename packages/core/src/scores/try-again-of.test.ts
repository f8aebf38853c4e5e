import { expect, test } from 'vitest'
import { unresolvedReasons } from './metric-credit.ts'
import { tryAgainOf } from './try-again-of.ts'

test('is for what waits for a person, and nothing else', () => {
  expect(unresolvedReasons.flatMap((why) => (tryAgainOf(why) ? [`${why}: ${tryAgainOf(why)}`] : []))).toEqual(
    [
      'altered: retry',
      'judgment_altered: rejudge',
      'infra_failed: retry',
      'observe_failed: retry',
      'judge_failed: rejudge',
      'judge_timed_out: rejudge',
    ],
  )
})
