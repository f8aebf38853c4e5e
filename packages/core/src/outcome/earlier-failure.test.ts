import { expect, test } from 'vitest'
import { earlierFailure } from './earlier-failure.ts'

test('keeps what was said then, and says when that was and what to do', () => {
  const error = {
    code: 'VITRIAL_JUDGE_CRASHED',
    message: 'The judge agent ended unexpectedly.\n',
    location: { file: 'judge.md' },
  } as const
  const endedAtMs = Date.UTC(2026, 10, 30, 14, 25, 11, 700)
  expect(earlierFailure({ error, endedAtMs, tryAgain: 'npx vitrial rejudge --only-eval ask' })).toEqual({
    code: 'VITRIAL_JUDGE_CRASHED',
    location: { file: 'judge.md' },
    message: `The judge agent ended unexpectedly.

That was an earlier run, which ended with VITRIAL_JUDGE_CRASHED at 2026-11-30 14:25:11 UTC. Nothing was tried now. To try it again:
  npx vitrial rejudge --only-eval ask`,
  })
})
