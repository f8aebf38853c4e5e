import type { JudgingSummary } from '@vitrial/core/outcome'
import { expect, test } from 'vitest'
import { judgedBy, metric, run } from './judged-run.fixture.ts'
import { trialMeta } from './trial-meta.ts'
import { metricHeading, metricLine, verdictLine } from './verdict-lines.ts'

function judged(...values: readonly (number | null)[]): ReturnType<typeof judgedBy> {
  return judgedBy(values.map((value, index) => metric({ id: `m${index}`, value })))
}

test('says in one line what became of a trial, and that no real model ran', () => {
  expect(verdictLine(run, judged(1, 0, null))).toBe(
    '1/3 metrics · 1 undecided · completed · 9.1s · 31k tokens · $0.0021 · judged by scripted/judge · scripted, no real model ran',
  )
})

test.each([
  [true, true, 'scripted, no real model ran'],
  [true, false, 'scripted candidate'],
  [false, true, 'scripted judge'],
  [false, false, undefined],
])('marks a scripted candidate (%s) and a scripted judge (%s) in line and data', (candidate, judge, said) => {
  const summary = { ...run, scripted: candidate }
  const judging: JudgingSummary = { ...judged(1), scripted: judge }
  const line = verdictLine(summary, judging)
  if (said === undefined) expect(line).not.toContain('scripted ')
  else expect(line.split(' · ')).toContain(said)
  expect(trialMeta(summary, judging).scripted).toBe(said !== undefined)
})

test('does not say that no real model ran where the judge that failed may have been one', () => {
  const error = { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'It ended.' } as const
  expect(verdictLine(run, { status: 'failed', error })).toMatch(/ · scripted candidate$/)
  expect(verdictLine(run, undefined)).toMatch(/ · scripted, no real model ran$/)
})

test('keeps a failed judge and a run that cannot be judged apart from a metric at 0', () => {
  const error = { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'It ended.' } as const
  expect(verdictLine(run, { status: 'failed', error })).toMatch(
    /^the judge failed: VITRIAL_JUDGE_NO_SUBMISSION · completed/,
  )
  expect(verdictLine({ ...run, state: 'infra_failed' }, undefined)).toMatch(/^not judged · infra_failed/)
})

test('says of a metric its value, reason and quotes, on one printable line', () => {
  expect(metricLine(metric({ reason: 'It\nsubtracts.\u001b[2J' }))).toBe(
    String.raw`fixed is 0 — Fixes the sum · It subtracts.\u{1b}[2J · response: “a - b”`,
  )
  expect(
    metricLine(metric({ value: null, label: 'fixed', evidence: [{ kind: 'tool', id: 'call_1' }] })),
  ).toBe('fixed is undecided · It subtracts. · tool call_1')
})

test('says of a metric whose reason is told elsewhere only value and label', () => {
  expect(metricHeading(metric({ label: 'Fixes\u001b[2J the sum' }))).toBe(
    String.raw`fixed is 0 — Fixes\u{1b}[2J the sum`,
  )
  expect(metricHeading(metric({ value: null, label: 'fixed' }))).toBe('fixed is undecided')
})

test('cuts long reasons and quotes', () => {
  const long = 'x'.repeat(5_000)
  const evidence = Array.from({ length: 9 }, () => ({ kind: 'response' as const, quote: long }))
  expect(metricLine(metric({ reason: long, evidence })).length).toBeLessThan(1_500)
})

test('says the same as data', () => {
  expect(trialMeta(run, judged(1, null))).toEqual({
    trial: 'sum:scripted/a:1',
    evalRun: 'run_1',
    state: 'completed',
    values: { m0: 1, m1: null },
    mean: null,
    usage: run.usage,
    durationMs: 9_100,
    judge: { status: 'judged', run: 'judge_1', judgment: 'j1', model: 'scripted/judge' },
    scripted: true,
  })
})
