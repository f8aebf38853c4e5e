import { expect, test } from 'vitest'
import type { RunEnding } from './run-ending.ts'
import { CallLedger, type CallsStanding } from '../../model-calls/call-ledger.ts'
import { endingByCalls } from './ending-by-calls.ts'
import { endlessCalls } from '../../model-calls/endless-calls.ts'
import { exchangesOf, type FixtureCall } from '../../model-calls/exchange.fixture.ts'

const served: FixtureCall = { is: 'served' }
const failed: FixtureCall = { is: 'failed' }
const refused: FixtureCall = { is: 'refused', reason: 'HTTP 400 (No such tool)' }
const tooLong: FixtureCall = { is: 'refused', reason: 'HTTP 400 (Too long)', tooLong: true }
const cut: FixtureCall = { is: 'cut' }
const summary = { tools: false } as const
const child = { session: 'child', parent: 'root' } as const
const root = { session: 'root' } as const

function standingAfter(calls: readonly FixtureCall[], answering: readonly number[] = []): CallsStanding {
  const ledger = new CallLedger()
  for (const index of answering) ledger.progress({ callId: `c${index}`, is: 'answering' })
  for (const exchange of exchangesOf(calls)) ledger.note(exchange)
  return ledger.standing()
}

interface Row {
  readonly what: string
  readonly calls: readonly FixtureCall[]
  /** Which of them had begun to answer. */
  readonly answering?: readonly number[]
  /** `own`: the agent's own ending stands. */
  readonly becomes: 'own' | 'infra_failed'
  readonly says?: RegExp
}

const rows: readonly Row[] = [
  { what: 'no call', calls: [], becomes: 'own' },
  { what: 'served to the end', calls: [served, served], becomes: 'own' },
  { what: 'a failure that it recovered from', calls: [failed, failed, served], becomes: 'own' },
  { what: 'one failure', calls: [failed], becomes: 'infra_failed', says: /with HTTP 503 \(Later\)\. Run/ },
  {
    what: 'failures at the end',
    calls: [served, failed, failed, failed],
    becomes: 'infra_failed',
    says: /as it had failed the 2 before it/,
  },
  {
    what: 'a failure, then a summary',
    calls: [served, failed, { ...served, ...summary }],
    becomes: 'infra_failed',
  },
  { what: 'a summary that failed', calls: [served, { ...failed, ...summary }], becomes: 'infra_failed' },
  {
    what: 'a summary that failed once',
    calls: [served, { ...failed, ...summary }, { ...served, ...summary }, served],
    becomes: 'own',
  },
  {
    what: 'a title beside the call that was served',
    calls: [
      { ...served, atMs: 10 },
      { ...failed, ...summary, atMs: 5, tookMs: 900 },
    ],
    becomes: 'own',
  },
  {
    what: 'an agent without tools',
    calls: [
      { ...served, ...summary },
      { ...failed, ...summary },
    ],
    becomes: 'infra_failed',
  },
  {
    what: 'an agent without tools that recovered',
    calls: [
      { ...failed, ...summary },
      { ...served, ...summary },
    ],
    becomes: 'own',
  },
  {
    what: 'a failure, then one that was cut before its answer',
    calls: [failed, cut],
    becomes: 'infra_failed',
  },
  {
    what: 'a failure, then one that was cut in its answer',
    calls: [failed, cut],
    answering: [1],
    becomes: 'own',
  },
  { what: 'one that was cut', calls: [served, cut], becomes: 'own' },
  { what: 'a refusal at the end', calls: [served, refused], becomes: 'own' },
  {
    what: 'nothing but refusals',
    calls: [refused, refused],
    becomes: 'infra_failed',
    says: /served no call: 2 of 2 calls refused.*No such tool/,
  },
  { what: 'a refusal after failures', calls: [served, failed, refused], becomes: 'own' },
  { what: 'a conversation that is too long from the start', calls: [tooLong], becomes: 'own' },
  {
    what: 'a sub-agent that fails, and is waited for',
    calls: [
      { ...served, ...root },
      { ...failed, ...child },
    ],
    becomes: 'infra_failed',
  },
  {
    what: 'a sub-agent that failed, without which it went on',
    calls: [
      { ...served, ...root },
      { ...failed, ...child },
      { ...served, ...root },
    ],
    becomes: 'own',
  },
  {
    what: 'a sub-agent that fails beside one that works',
    calls: [
      { ...served, ...root },
      { ...failed, ...child },
      { ...served, session: 'other', parent: 'root' },
    ],
    becomes: 'infra_failed',
  },
]

const endings: readonly RunEnding[] = [
  { state: 'completed', response: 'Done.' },
  { state: 'completed', outcome: 'no_response' },
  { state: 'completed', outcome: 'declared_failure' },
  { state: 'agent_failed', detail: 'exit code 1' },
  { state: 'timed_out' },
]

test.each(rows)('$what: $becomes, whatever the agent made of it', ({ calls, answering, becomes, says }) => {
  for (const ending of endings) {
    const decided = endingByCalls(ending, standingAfter(calls, answering))
    if (becomes === 'own') expect(decided).toBe(ending)
    else expect(decided).toMatchObject({ state: 'infra_failed', error: { code: 'VITRIAL_INFRA_PROVIDER' } })
    expect(decided.response).toBe(ending.response)
    if (says) expect(decided.detail).toMatch(says)
  }
})

test.each<[string, RunEnding, readonly FixtureCall[], boolean]>([
  ['without a call', { state: 'timed_out' }, [], true],
  ['with one that was cut', { state: 'timed_out' }, [cut], false],
  ['with one that was served', { state: 'timed_out' }, [served], false],
  ['without a call that ended by itself', { state: 'completed' }, [], false],
])('whether an agent that acts by calls began: %s', (_, ending, calls, neverBegan) => {
  const decided = endingByCalls(ending, standingAfter(calls), { actsByCalls: true })
  if (!neverBegan) expect(decided).toBe(ending)
  else {
    expect(decided).toMatchObject({ state: 'infra_failed', error: { code: 'VITRIAL_INFRA_HARNESS_START' } })
    expect(decided.detail).toMatch(/Raise `timeoutMs`.*The agent itself had ended as timed_out\./)
  }
})

const letDown: RunEnding = {
  state: 'infra_failed',
  error: { code: 'VITRIAL_INFRA_PROVIDER', message: 'APIError' },
}

test.each<[string, readonly FixtureCall[], Partial<RunEnding>]>([
  ['a refusal is the agent’s own', [served, refused], { state: 'agent_failed' }],
  [
    'a conversation too long is a limit',
    [served, tooLong],
    {
      state: 'agent_failed',
      error: { code: 'VITRIAL_LIMIT_REACHED', message: expect.stringContaining('"context"') },
    },
  ],
  [
    'so is one too long from the start',
    [tooLong],
    { state: 'agent_failed', error: { code: 'VITRIAL_LIMIT_REACHED', message: expect.any(String) } },
  ],
  [
    'a failure is told in the provider’s words',
    [served, failed],
    { state: 'infra_failed', detail: expect.stringContaining('HTTP 503 (Later)') },
  ],
  ['served or not, it stays where the record tells nothing else', [served], letDown],
])('where the agent says that its provider failed, %s', (_, calls, becomes) => {
  expect(endingByCalls(letDown, standingAfter(calls))).toMatchObject(becomes)
})

test.each<RunEnding>([
  { state: 'cancelled' },
  { state: 'infra_failed', error: { code: 'VITRIAL_INFRA_SANDBOX_LOST', message: 'Lost.' } },
])('$state for a reason of its own stays so', (ending) => {
  expect(endingByCalls(ending, standingAfter([failed]))).toBe(ending)
})

const times = (count: number, ...calls: readonly FixtureCall[]): readonly FixtureCall[] =>
  Array.from({ length: count }, () => calls).flat()

test.each<[string, readonly FixtureCall[], object | undefined]>([
  ['a few refusals', times(19, tooLong), undefined],
  [
    'refusals without end, with summaries between them',
    [served, ...times(20, tooLong, { ...served, ...summary })],
    {
      code: 'VITRIAL_LIMIT_REACHED',
      limit: 'context',
      message: expect.stringMatching(/"context"\. 20 of 41 calls refused/),
    },
  ],
  ['refusals with served calls between them', times(30, tooLong, served), undefined],
  [
    'refusals of another kind',
    [served, ...times(20, refused)],
    { code: 'VITRIAL_LIMIT_REACHED', limit: 'refusals' },
  ],
  ['refusals of a model that never served', times(20, refused), { code: 'VITRIAL_INFRA_PROVIDER' }],
  [
    'failures without end',
    [served, ...times(20, failed)],
    { code: 'VITRIAL_INFRA_PROVIDER', message: expect.stringContaining('failed 20 model calls') },
  ],
  ['failures with served calls between them', times(30, failed, served), undefined],
])('%s end a run as they must', (_, calls, error) => {
  const endless = endlessCalls(standingAfter(calls))
  if (error === undefined) expect(endless).toBeUndefined()
  else expect(endless).toMatchObject(error)
})
