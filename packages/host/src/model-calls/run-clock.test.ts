import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunTimeout } from '../limits/run-limits.ts'
import { RunClock } from './run-clock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const failed = { is: 'failed', reason: 'HTTP 503' } as const
const served = { is: 'served' } as const

/** A clock of 100 s, with 50 s of patience, that a table moves: `30` seconds, or what happens to a call. */
function clockAfter(...steps: readonly (number | string)[]): RunClock {
  const clock = new RunClock({ timeoutMs: 100_000, patienceMs: 50_000 })
  for (const step of steps) {
    if (typeof step === 'number') vi.advanceTimersByTime(step * 1000)
    else {
      const [callId = '', is] = step.split(' ')
      if (is === 'began' || is === 'answering') clock.progress({ callId, is })
      else clock.ended(callId, is === 'failed' ? failed : is === 'cut' ? { is: 'cut' } : served)
    }
  }
  return clock
}

test.each<[string, readonly (number | string)[], 'runs' | 'timed out' | RegExp]>([
  ['an agent within its time', [99], 'runs'],
  ['an agent past its time', [100], 'timed out'],
  [
    'time in calls that are served is its own',
    ['a began', 60, 'a served', 39, 'b began', 'b served', 2],
    'timed out',
  ],
  ['time in a call that failed is not', ['a began', 40, 'a failed', 'b began', 'b served', 99], 'runs'],
  ['nor is the wait after it', ['a began', 10, 'a failed', 30, 'b began', 'b served', 99], 'runs'],
  ['but all the rest is', ['a began', 10, 'a failed', 30, 'b began', 'b served', 101], 'timed out'],
  [
    'failing calls at once count once',
    ['a began', 'b began', 40, 'a failed', 'b failed', 'c began', 'c served', 101],
    'timed out',
  ],
  [
    'a provider that fails for too long',
    ['a began', 30, 'a failed', 21],
    /more than 50 s.*the last one with HTTP 503/,
  ],
  [
    'one that fails for too long in many calls',
    ['a began', 20, 'a failed', 'b began', 20, 'b failed', 'c began', 11, 'c failed'],
    /more than 50 s/,
  ],
  ['silence when the time is up is waited out', ['a began', 130], 'runs'],
  ['a sign of an answer makes it the agent’s time', ['a began', 130, 'a answering'], 'timed out'],
  ['so does an end that is no failure', ['a began', 130, 'a served'], 'timed out'],
  ['a failure makes it the provider’s', ['a began', 45, 'a failed', 'b began', 'b served', 99], 'runs'],
  [
    'so does a failure after the time was up',
    [90, 'a began', 30, 'a failed', 'b began', 'b served', 9],
    'runs',
  ],
  ['further silence too', [90, 'a began', 71], /no answer to a model call for 70 s/],
  ['where the agent hangs up then, the time was its own', ['a began', 110, 'a cut'], 'timed out'],
])('%s', (_, steps, ends) => {
  using clock = clockAfter(...steps)
  const { reason } = clock.signal as { reason: unknown }
  if (ends === 'runs') expect(clock.signal.aborted).toBe(false)
  else if (ends === 'timed out') expect(reason).toBeInstanceOf(RunTimeout)
  else expect(reason).toMatchObject({ code: 'VITRIAL_INFRA_PROVIDER', message: expect.stringMatching(ends) })
})
