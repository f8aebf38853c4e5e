import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleView } from '../evidence/view/evidence-view.fixture.ts'
import { evidenceText } from '../evidence/text/evidence-text.ts'
import type { Metric } from '../rubric/metric.ts'
import { targetOf } from './validate-citation.ts'
import { validateSubmission, type SubmissionContext } from './validate-submission.ts'

const metrics: readonly Metric[] = [
  { id: 'fixed', label: 'Fixes the sum', line: 3 },
  { id: 'ran_the_tests', label: 'Runs the tests', line: 9 },
]
const context: SubmissionContext = { requestId: 'req_1', metrics, view: sampleView(), phase: 'final' }

const good = {
  fixed: {
    value: 1,
    reason: 'It adds now.',
    evidence: [{ kind: 'artifact', path: 'src/sum.ts', revision: 'final', quote: 'a + b' }],
  },
  ran_the_tests: { value: null, reason: 'No test run is recorded.', evidence: [] },
}

test('accepts a judgment and puts it in rubric order with labels', async () => {
  const input = { requestId: 'req_1', metrics: { ran_the_tests: good.ran_the_tests, fixed: good.fixed } }
  expect(await validateSubmission(input, context)).toEqual({
    ok: true,
    metrics: [
      { id: 'fixed', label: 'Fixes the sum', ...good.fixed },
      { id: 'ran_the_tests', label: 'Runs the tests', ...good.ran_the_tests },
    ],
  })
})

test('accepts a path as it is and as evidence quotes it', async () => {
  const files = { initial: {}, final: { 'new\nline': 'a + b\n' } }
  const view = sampleView(files)
  for (const path of ['new\nline', String.raw`"new\nline"`]) {
    const cited = cite({ kind: 'artifact', path, revision: 'final', quote: 'a + b' })
    const input = { requestId: 'req_1', metrics: { ...good, fixed: cited } }
    // oxlint-disable-next-line no-await-in-loop -- two
    expect(await validateSubmission(input, { ...context, view })).toMatchObject({ ok: true })
  }
})

test('accepts a quote of several lines from a tool input', async () => {
  const evidence = [{ kind: 'tool', id: 'call_1', quote: 'cat <<E\n"two" lines\nE' }]
  expect(await problemsOf({ fixed: { value: 0, reason: 'r', evidence } })).toEqual([])
})

test.each([
  ['no object', 'text', 'malformed', 'The submission must be { requestId, metrics'],
  ['a list of metrics', { requestId: 'req_1', metrics: [] }, 'malformed', 'one entry for every metric'],
  ['a stale request', { requestId: 'req_0', metrics: good }, 'stale_request', 'Call judge_context'],
])('rejects %s', async (_name, input, kind, message) => {
  const verdict = await validateSubmission(input, context)
  expect(verdict).toMatchObject({
    ok: false,
    problems: [{ kind, message: expect.stringContaining(message) }],
  })
})

const cite = (citation: object) => ({ value: 1, reason: 'r', evidence: [citation] })

test.each([
  ['an unknown metric', { speed: good.fixed }, 'unknown_metric', 'Its metrics are fixed, ran_the_tests'],
  ['a missing metric', { fixed: undefined }, 'missing_metric', 'Metric fixed is missing'],
  [
    'a value in between',
    { fixed: { ...good.fixed, value: 0.5 } },
    'value_out_of_range',
    'the number 1 (met)',
  ],
  ['a value as text', { fixed: { ...good.fixed, value: '1' } }, 'value_out_of_range', 'number 0 (not met)'],
  ['an empty reason', { fixed: { ...good.fixed, reason: ' ' } }, 'empty_reason', 'one to three sentences'],
  ['a 1 without citation', { fixed: { ...good.fixed, evidence: [] } }, 'no_citation', 'or submit null'],
  [
    'a 0 without citation',
    { fixed: { value: 0, reason: 'r', evidence: [] } },
    'no_citation',
    'value 0 without',
  ],
  ['a dead id', { fixed: cite({ kind: 'tool', id: 'call_9' }) }, 'dead_citation', '{"query":"tools"} lists'],
  ['a cited cost', { fixed: cite({ kind: 'measurement', id: 'cost' }) }, 'dead_citation', '"measurements"'],
  [
    'a dead path',
    { fixed: cite({ kind: 'artifact', path: 'x', revision: 'final' }) },
    'dead_citation',
    'artifacts',
  ],
  [
    'an invented quote',
    { fixed: cite({ kind: 'response', quote: 'sorry' }) },
    'quote_not_found',
    '{"query":"response"}',
  ],
  ['a blank quote', { fixed: cite({ kind: 'response', quote: ' ' }) }, 'quote_not_found', 'nothing visible'],
  [
    'an invisible quote',
    { fixed: cite({ kind: 'response', quote: '\u200b\u3164\u{e0041}' }) },
    'quote_not_found',
    'nothing visible',
  ],
  [
    'an invisible reason',
    { fixed: { ...good.fixed, reason: '\u2800 \u202e\u200b\ufe0f' } },
    'empty_reason',
    'has no reason',
  ],
  [
    'other white space',
    { fixed: cite({ kind: 'response', quote: 'The  sum' }) },
    'quote_not_found',
    'except for white space',
  ],
  [
    'other quotation marks',
    { fixed: cite({ kind: 'response', quote: '"Fixed" now' }) },
    'quote_not_found',
    'except for typographic marks',
  ],
  [
    'more citations than anybody reads',
    { fixed: { ...good.fixed, evidence: Array.from({ length: 101 }, () => ({ kind: 'response' })) } },
    'malformed',
    'has 101 entries in evidence. Give at most 100',
  ],
  ['an unknown kind', { fixed: cite({ kind: 'file', id: 'x' }) }, 'malformed', 'evidence.0.kind'],
  [
    'a script as source',
    { fixed: { ...good.fixed, sources: ['javascript:alert(1)'] } },
    'malformed',
    'sources.0',
  ],
])('rejects %s and says what to do', async (_name, changes, kind, message) => {
  const problems = await problemsOf(changes)
  expect(problems).toEqual([expect.objectContaining({ kind, message: expect.stringContaining(message) })])
})

test('finds the problems of all metrics in one look', async () => {
  const problems = await problemsOf({
    fixed: { ...good.fixed, value: 7 },
    ran_the_tests: undefined,
    extra: 1,
  })
  expect(problems.map(({ kind }) => kind)).toEqual(['unknown_metric', 'value_out_of_range', 'missing_metric'])
})

test('keeps problems short and few, however many and long they are', async () => {
  const unknown = Array.from({ length: 5000 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1] as const)
  const problems = await problemsOf(Object.fromEntries(unknown))
  expect(problems).toHaveLength(100)
  for (const { metric, message } of problems) expect(`${metric} ${message}`.length).toBeLessThan(1500)
})

test('asks to continue instead of an early null', async () => {
  const problems = await problemsOf({}, { ...context, phase: 'early' })
  expect(problems).toEqual([
    expect.objectContaining({
      kind: 'undecided_early',
      message: expect.stringContaining('continue_judging'),
    }),
  ])
})

test('points to the end of the run where there is no response to cite', async () => {
  const view = { ...sampleView(), response: undefined }
  const problems = await problemsOf({ fixed: cite({ kind: 'response' }) }, { ...context, view })
  expect(problems[0]?.message).toContain('run_ended')
})

test('fails, instead of blaming the judge, where the evidence cannot be read', async () => {
  const view = { ...sampleView(), events: () => Promise.reject(new Error('disk gone')) }
  const input = { requestId: 'req_1', metrics: { ...good, fixed: cite({ kind: 'event', id: '1' }) } }
  await expect(validateSubmission(input, { ...context, view })).rejects.toThrow('disk gone')
})

test('throws for no input', async () => {
  const anything = fc.anything({
    withBigInt: true,
    withNullPrototype: true,
    withMap: true,
    withSparseArray: true,
  })
  const nearly = fc.record({
    requestId: fc.constant('req_1'),
    metrics: fc.oneof(
      anything,
      fc.dictionary(fc.constantFrom('fixed', 'ran_the_tests', '__proto__'), anything),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, nearly), async (input) => {
      const verdict = await validateSubmission(input, context)
      if (!verdict.ok) expect(verdict.problems.length).toBeGreaterThan(0)
    }),
  )
})

test('accepts only whole judgments whose citations resolve and whose quotes are literal', async () => {
  const bases = fc.constantFrom(
    { kind: 'response', quotes: ['sum', '“Fixed” now 🎉'] },
    { kind: 'message', id: 'msg_1', quotes: ['first', 'fails.\nWhy?'] },
    { kind: 'tool', id: 'call_1', quotes: ['1 failed', '"two" lines\nE'] },
    { kind: 'event', id: '3', quotes: ['"text":"I look'] },
    { kind: 'measurement', id: 'input_tokens', quotes: ['4321'] },
    { kind: 'message', id: 'msg_9', quotes: ['first'] },
    { kind: 'measurement', id: 'cost', quotes: ['0.9'] },
  )
  const citation = bases.chain(({ quotes, ...target }) =>
    fc.constantFrom(undefined, ...quotes, 'secret').map((quote) => ({ ...target, ...(quote && { quote }) })),
  )
  const grade = fc.record({
    value: fc.constantFrom(1, 0, null, 0.5),
    reason: fc.constantFrom('because', 'so', 'thus', ''),
    evidence: fc.array(citation, { maxLength: 2 }),
  })
  const submission = fc.record({
    requestId: fc.constant('req_1'),
    metrics: fc.record({ fixed: grade, ran_the_tests: grade }, { requiredKeys: ['fixed'] }),
  })
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(submission, async (input) => {
      const verdict = await validateSubmission(input, context)
      if (!verdict.ok) return
      accepted++
      expect(verdict.metrics.map(({ id }) => id)).toEqual(['fixed', 'ran_the_tests'])
      for (const { value, reason, evidence: cited } of verdict.metrics) {
        expect([1, 0, null]).toContain(value)
        expect(reason).not.toBe('')
        if (value !== null) expect(cited).not.toEqual([])
        const texts = await Promise.all(cited.map((each) => evidenceText(context.view, targetOf(each))))
        for (const [index, text] of texts.entries()) expect(text).toContain(cited[index]?.quote ?? '')
      }
    }),
    { numRuns: 1500 },
  )
  expect(accepted).toBeGreaterThan(30)
})

async function problemsOf(changes: Record<string, unknown>, within: SubmissionContext = context) {
  const entries = Object.entries({ ...good, ...changes }).filter(([, grade]) => grade !== undefined)
  const verdict = await validateSubmission(
    { requestId: 'req_1', metrics: Object.fromEntries(entries) },
    within,
  )
  return verdict.ok ? [] : verdict.problems
}
