import { expect, test } from 'vitest'
import type { MetricJudgment } from '../judging/judgment.ts'
import { metricFailureMessage } from './metric-failure-message.ts'
import type { JudgedSummary } from './judging-summary.ts'

const asked: MetricJudgment = {
  id: 'asked_dialect',
  label: 'Asks which SQL dialect to use',
  value: 0,
  reason: 'The agent assumes PostgreSQL and asks nothing.',
  evidence: [
    { kind: 'response', quote: 'Here is the PostgreSQL query for the ten most recent orders' },
    { kind: 'message', id: 'msg_01', quote: 'I’ll use LIMIT 10, which PostgreSQL supports' },
  ],
}
const bound: MetricJudgment = {
  id: 'bound_parameters',
  label: 'Binds its parameters',
  value: 0.5,
  reason: 'One of two is bound.',
  evidence: [{ kind: 'artifact', path: 'src/query.sql', revision: 'final', quote: 'WHERE id = ?' }],
}

function judgingOf(...metrics: MetricJudgment[]): JudgedSummary {
  return {
    status: 'judged',
    judgeModel: 'provider/judge-model',
    evidenceReads: 12,
    rejectedSubmissions: 1,
    judgment: { id: 'j', evalRunId: 'r', metrics, mean: null, evidenceHash: 'h', checkpoint: 1 },
  }
}

test('shows value, label, reason, citations with quotes, and who judged', () => {
  expect(metricFailureMessage({ metrics: [asked], judging: judgingOf(asked, bound) })).toBe(
    `
asked_dialect is 0 — Asks which SQL dialect to use

  The agent assumes PostgreSQL and asks nothing.

  response            “Here is the PostgreSQL query for the ten most recent orders”
  message msg_01      “I’ll use LIMIT 10, which PostgreSQL supports”

  judged by provider/judge-model, 12 evidence reads, 1 rejected submission
`.trim(),
  )
})

test('gives each of several metrics its heading under a count', () => {
  const judging = { ...judgingOf(asked, bound), evidenceReads: 1, rejectedSubmissions: 0 }
  expect(metricFailureMessage({ metrics: [asked, bound], judging, width: 60 })).toBe(
    `
2 of 2 metrics are below 1

asked_dialect is 0 — Asks which SQL dialect to use

  The agent assumes PostgreSQL and asks nothing.

  response            “Here is the PostgreSQL query for the
                      ten most recent orders”
  message msg_01      “I’ll use LIMIT 10, which PostgreSQL
                      supports”

bound_parameters is 0.5 — Binds its parameters

  One of two is bound.

  artifact src/query.sql (final)
                      “WHERE id = ?”

  judged by provider/judge-model, 1 evidence read
`.trim(),
  )
})

test('shows what was recorded printable, shortened and capped', () => {
  const hostile: MetricJudgment = {
    ...asked,
    value: null,
    reason: 'First.\n\nSecond \u001b[2Jcleared.',
    evidence: [
      { kind: 'tool', id: 'call_1', quote: `a\nb\u202e${'x'.repeat(400)}` },
      ...Array.from({ length: 8 }, (_, index) => ({ kind: 'event', id: String(index) }) as const),
    ],
  }
  const text = metricFailureMessage({ metrics: [hostile], judging: judgingOf(hostile), width: 80 })
  expect(text).toContain('asked_dialect is undecided — ')
  expect(text).toContain(String.raw`  First.
  Second \u{1b}[2Jcleared.`)
  expect(text).toContain(String.raw`“a\nb\u{202e}xxx`)
  expect(text).toContain('x…”')
  expect(text).toContain('  event 4\n  and 3 more\n')
  expect(text.split('\n').every((line) => line.length <= 80)).toBe(true)
  // oxlint-disable-next-line no-control-regex -- controls are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
})
