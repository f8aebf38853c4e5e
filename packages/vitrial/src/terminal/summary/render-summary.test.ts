import { spendingOf, type BenchmarkSpending } from '@vitrial/core/cost'
import { noUsage } from '@vitrial/core/recording'
import type { RunCost } from '@vitrial/core/records'
import type { MetricFinding } from '@vitrial/core/scores'
import { trialOf } from '@vitrial/core/trial'
import * as fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { renderSummary, type SummaryInput } from './render-summary.ts'

function evalScore(id: string, score: number | null): SummaryInput['scores'][number]['evals'][number] {
  return { eval: id, score, metrics: [] }
}

/** A run of a model, and the judge run of it if there is one. */
function runsOf(
  model: string,
  [inputTokens, costUsd]: readonly [number, number | null],
  judge?: readonly [number, number | null],
): readonly RunCost[] {
  const known = {
    evalId: 'ask-dialect',
    model,
    trialId: model,
    isSelected: true,
    invocationId: 'now',
    timeMs: 1,
  }
  const usage = { ...noUsage, inputTokens, costUsd }
  const candidate: RunCost = { ...known, id: model, stage: 'candidate', state: 'completed', usage }
  if (judge === undefined) return [candidate]
  const judgeUsage = { ...noUsage, inputTokens: judge[0], costUsd: judge[1] }
  return [candidate, { ...candidate, stage: 'judge', state: 'completed', usage: judgeUsage }]
}

function spendingOn(costs: readonly RunCost[]): BenchmarkSpending {
  return spendingOf({ trialIds: costs.map(({ model }) => model), invocationId: 'now', costs })
}

function finding(
  model: string,
  value: number | null,
  metric: Partial<MetricFinding['metric']> = {},
): MetricFinding {
  return {
    trial: trialOf({ evalId: 'ask-dialect', model, repetition: 1 }),
    metric: {
      id: 'asked_dialect',
      label: 'Asks which SQL dialect to use',
      value,
      reason: 'Writes PostgreSQL at once and never asks.',
      evidence: [
        { kind: 'message', id: 'msg_1' },
        { kind: 'response', quote: 'Here is the PostgreSQL query for the ten most recent orders' },
      ],
      ...metric,
    },
  }
}

const empty: SummaryInput = {
  scores: [],
  spending: spendingOn([]),
  findings: { belowOne: [], undecided: [], unresolved: [] },
  scripted: { names: [], isAll: false },
  commandArguments: {},
  results: 'results/2026-11-30T14-25-11Z-7f3a',
}

const threeModels: SummaryInput = {
  ...empty,
  scores: [
    {
      model: 'scripted/careful',
      percentage: 100,
      bounds: { lower: 100, upper: 100, coverage: 100 },
      evals: [evalScore('ask-dialect', 1), evalScore('fix-the-sum', 1)],
    },
    {
      model: 'scripted/hasty',
      percentage: 125 / 3,
      bounds: { lower: 125 / 3, upper: 125 / 3, coverage: 100 },
      evals: [evalScore('ask-dialect', 0.5), evalScore('fix-the-sum', 1 / 3)],
    },
    {
      model: 'provider/still-running',
      percentage: null,
      bounds: { lower: 100 / 3, upper: 200 / 3, coverage: 200 / 3 },
      evals: [evalScore('ask-dialect', null), evalScore('fix-the-sum', null)],
    },
  ],
  spending: spendingOn([
    ...runsOf('scripted/careful', [31_200, 0.0021], [40_000, 0.003]),
    ...runsOf('scripted/hasty', [18_000, 0.0012], [20_000, null]),
    ...runsOf('provider/still-running', [900, null]),
  ]),
  findings: {
    belowOne: [finding('scripted/hasty', 0)],
    undecided: [finding('provider/still-running', null, { reason: 'The answer was cut off.', evidence: [] })],
    unresolved: [
      {
        trial: trialOf({ evalId: 'fix-the-sum', model: 'provider/still-running', repetition: 2 }),
        why: 'judge_failed',
        error: { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'The judge ended without a submission.' },
      },
      {
        trial: trialOf({ evalId: 'fix-the-sum', model: 'provider/still-running', repetition: 3 }),
        why: 'infra_failed',
      },
      {
        trial: trialOf({ evalId: 'fix-the-sum', model: 'provider/still-running', repetition: 4 }),
        why: 'interrupted',
      },
    ],
  },
  scripted: { names: ['scripted/careful', 'scripted/hasty', 'scripted/judge'], isAll: false },
}

function rendered(input: SummaryInput, width: number): string {
  return `\n${renderSummary(input, { colors: false, width })}\n`
}

test('at 120 columns shows a bar, bounds, usage and what is open of each model', () => {
  expect(rendered({ ...threeModels, report: 'report/index.html' }, 120)).toBe(`
 scores                  0        50       100
 scripted/careful        ━━━━━━━━━━━━━━━━━━━━━  100.0          2/2 evals   31k tokens   $0.0021
 scripted/hasty          ━━━━━━━━━              41.7           2/2 evals   18k tokens   $0.0012
 provider/still-running  ━━━━━━━┄┄┄┄┄┄┄         33.3 to 66.7   0/2 evals   900 tokens   cost unknown   67 % decided
                                                1 undecided   1 judge failed   1 infra failed   1 interrupted
 judges                                                                    60k tokens   $0.0030 and 1 unknown

 cost
   selected   $0.0063 and 2 unknown   candidates $0.0033 and 1 unknown   judges $0.0030 and 1 unknown
   in all     $0.0063 and 2 unknown   candidates $0.0033 and 1 unknown   judges $0.0030 and 1 unknown
   this time  $0.0063 and 2 unknown   candidates $0.0033 and 1 unknown   judges $0.0030 and 1 unknown

 not 1
   ask-dialect / scripted/hasty / #1   asked_dialect 0
     Writes PostgreSQL at once and never asks.
     response: “Here is the PostgreSQL query for the ten most recent orders”

 undecided
   ask-dialect / provider/still-running / #1   asked_dialect undecided
     The answer was cut off.

 needs you
   fix-the-sum / provider/still-running / #2   VITRIAL_JUDGE_NO_SUBMISSION
     The judge ended without a submission.
     npx vitrial rejudge --only-eval fix-the-sum
   fix-the-sum / provider/still-running / #3   infra_failed
     the infrastructure failed
     npx vitrial retry --only-eval fix-the-sum

 scripted, not real models: scripted/careful, scripted/hasty, scripted/judge
 results/2026-11-30T14-25-11Z-7f3a   report/index.html
`)
})

test('at 80 columns shows the same in shorter bars and more lines', () => {
  expect(rendered(threeModels, 80)).toBe(`
 scores                  0   50  100
 scripted/careful        ━━━━━━━━━━━  100.0          2/2 evals   31k tokens
                                      $0.0021
 scripted/hasty          ━━━━━        41.7           2/2 evals   18k tokens
                                      $0.0012
 provider/still-running  ━━━━┄┄┄      33.3 to 66.7   0/2 evals   900 tokens
                                      cost unknown   67 % decided   1 undecided
                                      1 judge failed   1 infra failed
                                      1 interrupted
 judges                                                          60k tokens
                                      $0.0030 and 1 unknown

 cost
   selected   $0.0063 and 2 unknown   candidates $0.0033 and 1 unknown
              judges $0.0030 and 1 unknown
   in all     $0.0063 and 2 unknown   candidates $0.0033 and 1 unknown
              judges $0.0030 and 1 unknown
   this time  $0.0063 and 2 unknown   candidates $0.0033 and 1 unknown
              judges $0.0030 and 1 unknown

 not 1
   ask-dialect / scripted/hasty / #1   asked_dialect 0
     Writes PostgreSQL at once and never asks.
     response: “Here is the PostgreSQL query for the ten most recent orders”

 undecided
   ask-dialect / provider/still-running / #1   asked_dialect undecided
     The answer was cut off.

 needs you
   fix-the-sum / provider/still-running / #2   VITRIAL_JUDGE_NO_SUBMISSION
     The judge ended without a submission.
     npx vitrial rejudge --only-eval fix-the-sum
   fix-the-sum / provider/still-running / #3   infra_failed
     the infrastructure failed
     npx vitrial retry --only-eval fix-the-sum

 scripted, not real models: scripted/careful, scripted/hasty, scripted/judge
 results/2026-11-30T14-25-11Z-7f3a
`)
})

test('says plainly when no real model ran', () => {
  const input = { ...empty, scripted: { names: ['scripted/careful'], isAll: true } }
  expect(rendered(input, 80)).toBe(`
 scores  0   50  100

 scripted models: no real model ran
 results/2026-11-30T14-25-11Z-7f3a
`)
})

test('colours help and change nothing else', () => {
  const plain = renderSummary(threeModels, { colors: false, width: 100 })
  const coloured = renderSummary(threeModels, { colors: true, width: 100 })
  expect(coloured).toContain('\u001b[32m━━━━━━━\u001b[39m\u001b[33m┄┄┄┄┄┄┄\u001b[39m')
  expect(coloured).toContain('\u001b[31masked_dialect 0\u001b[39m')
  // oxlint-disable-next-line no-control-regex -- colours are what is removed
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain)
  expect(plain).not.toContain('\u001b')
})

test('caps a long list and says how many it left off', () => {
  const belowOne = Array.from({ length: 13 }, () => finding('scripted/hasty', 0))
  const text = rendered({ ...empty, findings: { ...empty.findings, belowOne } }, 80)
  expect(text.split('asked_dialect 0')).toHaveLength(11)
  expect(text).toContain('\n   and 3 more\n')
})

test('shows a fraction below 1 as what it is', () => {
  const findings = { ...empty.findings, belowOne: [finding('scripted/hasty', 2 / 3)] }
  expect(rendered({ ...empty, findings }, 80)).toContain('asked_dialect 0.667')
})

test('shows recorded text without letting it touch the terminal', () => {
  const hostile = finding('scripted/hasty', 0, {
    reason: 'Two\nlines \u001b[2J.',
    evidence: [{ kind: 'tool', id: 'call_1', quote: 'rm\u202e\n' }],
  })
  const text = rendered({ ...empty, findings: { ...empty.findings, belowOne: [hostile] } }, 80)
  expect(text).toContain(String.raw`     Two lines \u{1b}[2J.`)
  expect(text).toContain(String.raw`     tool call_1: “rm\u{202e}\n”`)
})

test('names what a test has told, without telling it again', () => {
  const trial = trialOf({ evalId: 'fix-the-sum', model: 'scripted/hasty', repetition: 1 })
  const findings: SummaryInput['findings'] = {
    belowOne: [finding('scripted/hasty', 0), finding('scripted/careful', 0)],
    undecided: [finding('scripted/hasty', null, { id: 'bound', reason: 'Nothing says.', evidence: [] })],
    unresolved: [
      { trial, why: 'judge_failed', error: { code: 'VITRIAL_JUDGE_CRASHED', message: 'The judge crashed.' } },
    ],
  }
  const told = new Map([
    [
      trialOf({ evalId: 'ask-dialect', model: 'scripted/hasty', repetition: 1 }).id,
      new Set(['VITRIAL_METRIC_FAILED']),
    ],
    [trial.id, new Set(['VITRIAL_JUDGE_CRASHED'])],
  ])
  expect(rendered({ ...empty, findings, told }, 80)).toContain(`
 not 1
   ask-dialect / scripted/hasty / #1   asked_dialect 0
   ask-dialect / scripted/careful / #1   asked_dialect 0
     Writes PostgreSQL at once and never asks.
     response: “Here is the PostgreSQL query for the ten most recent orders”

 undecided
   ask-dialect / scripted/hasty / #1   bound undecided
     Nothing says.

 needs you
   fix-the-sum / scripted/hasty / #1   VITRIAL_JUDGE_CRASHED
     npx vitrial rejudge --only-eval fix-the-sum

`)
})

test('counts the judges that failed as one does', () => {
  const failed = [1, 2].map((repetition) => ({
    trial: trialOf({ evalId: 'sum', model: 'scripted/careful', repetition }),
    why: 'judge_failed' as const,
  }))
  const shown = (unresolved: typeof failed): string =>
    rendered({ ...threeModels, findings: { ...empty.findings, unresolved } }, 160)
  expect(shown(failed)).toContain('   2 judges failed\n')
  expect(shown(failed.slice(1))).toContain('   1 judge failed\n')
})

test('at 80 columns a benchmark whose names are short fits one line a model', () => {
  const decided = { ...threeModels, scores: threeModels.scores.slice(0, 2), findings: empty.findings }
  expect(rendered(decided, 80).split('\n\n')[0]).toBe(`
 scores            0   50  100
 scripted/careful  ━━━━━━━━━━━  100.0   2/2 evals   31k tokens   $0.0021
 scripted/hasty    ━━━━━        41.7    2/2 evals   18k tokens   $0.0012
 judges                                             60k tokens
                                $0.0030 and 1 unknown`)
})

describe('whatever it shows', () => {
  const name = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
  const inputs = fc
    .record({ model: name, evalId: name, reason: name, quote: name, message: name, results: name })
    .map(({ model, evalId, reason, quote, message, results }): SummaryInput => {
      const trial = trialOf({ evalId, model, repetition: 1 })
      const { metric } = finding(model, 0, { reason, evidence: [{ kind: 'response', quote }] })
      return {
        ...threeModels,
        scores: threeModels.scores.map((score) => ({ ...score, model })),
        findings: {
          belowOne: [{ trial, metric }],
          undecided: [],
          unresolved: [
            { trial, why: 'judge_failed', error: { code: 'VITRIAL_JUDGE_CRASHED', message } },
            { trial, why: 'not_run' },
          ],
        },
        scripted: { names: [model], isAll: false },
        results,
      }
    })

  test('no line is wider than the terminal', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 40, max: 160 }), (input, width) => {
        for (const line of renderSummary(input, { colors: false, width }).split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width)
        }
      }),
    )
  })
})
