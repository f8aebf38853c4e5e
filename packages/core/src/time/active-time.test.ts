import { describe, expect, test } from 'vitest'
import {
  activeIntervals,
  activeTimeMs,
  type ActiveTimeInput,
  type EvalRunActivity,
  type JudgeRunActivityRecord,
} from './active-time.ts'

const nowMs = 1_000_000
const fresh = { state: 'running', updatedAtMs: nowMs - 5_000 } as const
const stale = { state: 'running', updatedAtMs: nowMs - 31_000 } as const
const ended = { state: 'incomplete', updatedAtMs: nowMs - 5_000 } as const

interface Row {
  readonly rule: string
  readonly benchmarkRun?: ActiveTimeInput['benchmarkRun']
  readonly run: Partial<EvalRunActivity['run']>
  readonly activity?: Partial<Omit<EvalRunActivity, 'run'>>
  /** From start to end; none: nothing counts. */
  readonly active: readonly (readonly [number, number])[]
}

const startMs = nowMs - 100_000
const running = { state: 'running', executionStartedAtMs: startMs } as const

const rows: readonly Row[] = [
  { rule: 'no start, no interval', run: { state: 'completed', completedAtMs: nowMs }, active: [] },
  { rule: 'a live run stays open', run: running, active: [[startMs, nowMs]] },
  {
    rule: 'a heartbeat of 30 s is still fresh',
    benchmarkRun: { state: 'running', updatedAtMs: nowMs - 30_000 },
    run: running,
    active: [[startMs, nowMs]],
  },
  {
    rule: 'a live run stays open past its time limit',
    run: running,
    activity: { timeoutMs: 1_000 },
    active: [[startMs, nowMs]],
  },
  {
    rule: 'what completed ends when it completed',
    run: { ...running, state: 'completed', completedAtMs: startMs + 40_000 },
    active: [[startMs, startMs + 40_000]],
  },
  {
    rule: 'a stale heartbeat ends what is open',
    benchmarkRun: stale,
    run: running,
    active: [[startMs, nowMs - 31_000]],
  },
  {
    rule: 'a benchmark run that ended closes what is open at its heartbeat',
    benchmarkRun: ended,
    run: running,
    active: [[startMs, nowMs - 5_000]],
  },
  {
    rule: 'an end that is inferred is never past start plus time limit',
    benchmarkRun: stale,
    run: running,
    activity: { timeoutMs: 10_000 },
    active: [[startMs, startMs + 10_000]],
  },
  {
    rule: 'a superseded run ends at its last event',
    run: running,
    activity: { isCurrent: false, lastEventAtMs: startMs + 7_000 },
    active: [[startMs, startMs + 7_000]],
  },
  {
    rule: 'a superseded run without events ends at the heartbeat',
    run: running,
    activity: { isCurrent: false },
    active: [[startMs, nowMs - 5_000]],
  },
  {
    rule: 'the last event ends nothing that is current',
    benchmarkRun: stale,
    run: running,
    activity: { lastEventAtMs: startMs + 7_000 },
    active: [[startMs, nowMs - 31_000]],
  },
  {
    rule: 'a heartbeat ahead of the clock ends at now',
    benchmarkRun: { state: 'incomplete', updatedAtMs: nowMs + 60_000 },
    run: running,
    active: [[startMs, nowMs]],
  },
  {
    rule: 'an interval that ends before it starts is dropped',
    run: { ...running, state: 'completed', completedAtMs: startMs - 1 },
    active: [],
  },
  {
    rule: 'a run that started after the last heartbeat of its dead host is dropped',
    benchmarkRun: { state: 'running', updatedAtMs: startMs - 1 },
    run: running,
    active: [],
  },
]

function pairs(input: ActiveTimeInput): readonly (readonly [number, number])[] {
  return activeIntervals(input).map((interval) => [interval.startMs, interval.endMs])
}

test.each(rows)('eval run: $rule', ({ benchmarkRun = fresh, run, activity, active }) => {
  const evalRun = { isCurrent: true, timeoutMs: 500_000, ...activity, run: { state: 'running', ...run } }
  expect(pairs({ nowMs, benchmarkRun, evalRuns: [evalRun] })).toEqual(active)
})

test.each(rows)('final judge: $rule', ({ benchmarkRun = fresh, run, activity, active }) => {
  const { timeoutMs = 500_000, ...rest } = activity ?? {}
  const judgeRun: JudgeRunActivityRecord = {
    isCurrent: true,
    ...rest,
    checks: [{ startedAtMs: startMs - 50_000, completedAtMs: startMs - 40_000 }],
    run: { state: 'running', activity: 'finalizing', ...run, inputs: { mode: 'final', timeoutMs } },
  }
  expect(pairs({ nowMs, benchmarkRun, judgeRuns: [judgeRun] })).toEqual(active)
})

describe('a monitor', () => {
  function monitor(
    run: Partial<JudgeRunActivityRecord['run']>,
    checks: JudgeRunActivityRecord['checks'],
    benchmarkRun: ActiveTimeInput['benchmarkRun'] = fresh,
  ): readonly (readonly [number, number])[] {
    const judgeRun: JudgeRunActivityRecord = {
      isCurrent: true,
      checks,
      run: {
        state: 'running',
        activity: 'watching',
        executionStartedAtMs: startMs,
        ...run,
        inputs: { mode: 'live', timeoutMs: 60_000 },
      },
    }
    return pairs({ nowMs, benchmarkRun, judgeRuns: [judgeRun] })
  }

  const checked = { startedAtMs: startMs + 10, completedAtMs: startMs + 30 }

  test('counts its checks, not its watching', () => {
    expect(monitor({}, [])).toEqual([])
    expect(monitor({}, [checked, { startedAtMs: startMs + 90, completedAtMs: startMs + 95 }])).toEqual([
      [startMs + 10, startMs + 30],
      [startMs + 90, startMs + 95],
    ])
  })

  test('counts a check from when it got a worker, and nothing of one cancelled before', () => {
    expect(monitor({ activity: 'queued' }, [checked, { completedAtMs: startMs + 80 }, {}])).toEqual([
      [startMs + 10, startMs + 30],
    ])
  })

  test.each(['checking', 'finalizing'] as const)('has a check open while it is %s', (activity) => {
    expect(monitor({ activity }, [checked, { startedAtMs: nowMs - 50 }])).toEqual([
      [startMs + 10, startMs + 30],
      [nowMs - 50, nowMs],
    ])
  })

  test('has no check open while it only watches', () => {
    expect(monitor({}, [{ startedAtMs: nowMs - 50 }])).toEqual([])
  })

  test('ends the open check of a dead host at its heartbeat, never past the time limit', () => {
    const checking = { activity: 'checking' } as const
    expect(monitor(checking, [{ startedAtMs: nowMs - 40_000 }], stale)).toEqual([
      [nowMs - 40_000, nowMs - 31_000],
    ])
    expect(monitor(checking, [{ startedAtMs: nowMs - 95_000 }], stale)).toEqual([
      [nowMs - 95_000, nowMs - 35_000],
    ])
  })

  test('counts its archiving', () => {
    const archived = { archiveStartedAtMs: startMs + 100, completedAtMs: startMs + 130 }
    expect(monitor({ ...archived, state: 'completed' }, [checked])).toEqual([
      [startMs + 10, startMs + 30],
      [startMs + 100, startMs + 130],
    ])
    expect(monitor({ archiveStartedAtMs: nowMs - 20 }, [])).toEqual([[nowMs - 20, nowMs]])
  })
})

function completed(from: number, to: number): EvalRunActivity {
  const run = { state: 'completed', executionStartedAtMs: from, completedAtMs: to }
  return { isCurrent: true, timeoutMs: 1_000, run }
}

test('what overlaps counts once', () => {
  const evalRuns = [
    completed(50, 90),
    completed(0, 60),
    completed(10, 20),
    completed(90, 100),
    completed(200, 230),
  ]
  expect(pairs({ nowMs, benchmarkRun: ended, evalRuns })).toEqual([
    [0, 100],
    [200, 230],
  ])
  expect(activeTimeMs({ nowMs, benchmarkRun: ended, evalRuns })).toBe(130)
  expect(activeTimeMs({ nowMs, benchmarkRun: ended })).toBe(0)
})

test.each([
  ['ends at its last event where another attempt took its place', false, 40, 40],
  ['ends at the heartbeat while its trial counts on it', true, 40, 90],
  ['ends at the heartbeat where nothing of its recording is left', false, undefined, 90],
])('a run whose host died %s', (_, isCurrent, lastEventAtMs, endMs) => {
  const run = { state: 'interrupted', executionStartedAtMs: 10, completedAtMs: 90 }
  const dead = { isCurrent, timeoutMs: 1_000, run, ...(lastEventAtMs !== undefined && { lastEventAtMs }) }
  expect(pairs({ nowMs, benchmarkRun: ended, evalRuns: [dead] })).toEqual([[10, endMs]])
})
