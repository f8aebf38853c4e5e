import { once } from 'node:events'
import { InfrastructureError } from '@vitrial/core/errors'
import type { EvidenceView } from '@vitrial/core/evidence'
import type { RecordedEvent } from '@vitrial/core/recording'
import { expect, test } from 'vitest'
import { check, metrics, submission, view } from './judge-tools.fixture.ts'
import { judgeOutput, type JudgeOutput } from './judge-output.ts'
import { JudgeToolsRun } from './judge-tools-run.ts'

test('tells what to grade as JSON', async () => {
  const run = openRun()
  run.expect(check, view)
  const { text, isError } = await run.call('judge_context', {})
  expect(isError).toBe(false)
  expect(JSON.parse(text)).toEqual({
    requestId: 'req_1',
    phase: 'final',
    metrics: metrics.map(({ id, label }) => ({ id, label })),
    evidence: {
      state: 'completed',
      checkpoint: 2,
      responseCharacters: 29,
      messages: 0,
      tools: 0,
      events: 2,
      artifacts: { all: 0, changed: 0 },
      measurements: 0,
    },
  })
})

test('serves evidence and keeps a record of every read', async () => {
  const run = openRun()
  run.expect(check, view)
  expect((await run.call('candidate_evidence', { query: 'response' })).text).toContain('Which SQL dialect')
  const wrong = await run.call('candidate_evidence', { query: 'secrets' })
  expect(wrong).toEqual({ isError: true, text: expect.stringContaining('"summary"') })
  expect(run.evidenceReads).toMatchObject([
    { requestId: 'req_1', checkId: 'check_1', input: { query: 'response' }, found: true, atMs: 7 },
    { input: { query: 'secrets' }, found: false },
  ])
})

test('accepts a corrected submission after a rejected one and signals it', async () => {
  const run = openRun()
  const pending = run.expect(check, view)
  const rejected = await run.call('submit_judgment', submission('req_1', 'Which dialect'))
  expect(rejected).toEqual({ isError: true, text: expect.stringContaining('not in response') })
  expect(pending.answered.aborted).toBe(false)
  const accepted = await run.call('submit_judgment', submission())
  expect(accepted.isError).toBe(false)
  expect(pending.answered.aborted).toBe(true)
  expect(pending.answer).toMatchObject({
    status: 'submitted',
    metrics: [{ id: 'asked_dialect' }, { value: null }],
  })
  expect(run.rejectedSubmissions).toBe(1)
  expect(run.submissions).toMatchObject([
    {
      outcome: 'rejected',
      requestId: 'req_1',
      checkId: 'check_1',
      phase: 'final',
      checkpoint: 2,
      atMs: 7,
      input: submission('req_1', 'Which dialect'),
      problems: [{ kind: 'quote_not_found' }],
    },
    { outcome: 'accepted', input: submission() },
  ])
})

test('gives a judge up after twenty rejected submissions to one check, and takes none after that', async () => {
  const run = openRun()
  run.expect(check, view)
  for (let index = 1; index < 20; index += 1) {
    await run.call('submit_judgment', submission('req_1', 'Which dialect'))
  }
  // One for an earlier question is no sign of despair.
  await run.call('submit_judgment', submission('req_0'))
  expect(run.hopeless.aborted).toBe(false)
  await run.call('submit_judgment', submission('req_1', 'Which dialect'))
  expect(run.hopeless.reason).toMatchObject({
    code: 'VITRIAL_JUDGE_REJECTED',
    message: expect.stringMatching(/after 20 submissions .* The last: .*not in response/),
  })
  expect(await run.call('submit_judgment', submission())).toEqual({
    isError: true,
    text: 'Too many submissions were rejected. Stop here.',
  })
})

test('accepts one submission for a request and refuses the next', async () => {
  const run = openRun()
  const pending = run.expect(check, view)
  await run.call('submit_judgment', submission())
  const { answer } = pending
  const again = await run.call('submit_judgment', submission())
  expect(again).toEqual({ isError: true, text: expect.stringContaining('already accepted') })
  expect(pending.answer).toBe(answer)
  expect(run.submissions.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused'])
})

test('keeps an accepted judgment when the judge run ends after it', async () => {
  const run = openRun()
  const pending = run.expect(check, view)
  await run.call('submit_judgment', submission())
  run.close()
  expect(pending.answer?.status).toBe('submitted')
})

test('refuses a submission while another is being validated', async () => {
  const run = openRun()
  run.expect(check, view)
  const answers = await Promise.all([
    run.call('submit_judgment', submission()),
    run.call('submit_judgment', submission()),
  ])
  expect(answers.map(({ isError }) => isError)).toEqual([false, true])
  expect(answers[1]?.text).toContain('Another submission is being checked')
})

test('keeps and answers no more than its limit', async () => {
  const output = judgeOutput({ traffic: 0, 'tool calls': 2_000 })
  const run = openRun(output)
  run.expect(check, view)
  for (let times = 0; times < 100; times += 1) {
    await run.call('candidate_evidence', { query: 'response' })
    await run.call('submit_judgment', { times })
  }
  expect(JSON.stringify([run.submissions, run.evidenceReads]).length).toBeLessThan(2_100)
  expect(run.evidenceReads.length).toBeGreaterThan(0)
  expect(output.reached.reason).toMatchObject({ code: 'VITRIAL_JUDGE_OUTPUT' })
  expect(await run.call('submit_judgment', submission())).toMatchObject({ isError: true })
})

test('refuses a submission for an earlier request and takes one for the current', async () => {
  const run = openRun()
  const first = run.expect(check, view)
  const second = run.expect({ ...check, requestId: 'req_2' }, view)
  expect(first.answer).toEqual({ status: 'withdrawn' })
  const stale = await run.call('submit_judgment', submission('req_1'))
  expect(stale).toEqual({ isError: true, text: expect.stringContaining('Call judge_context') })
  expect(run.submissions[0]).toMatchObject({ outcome: 'refused', problems: [{ kind: 'stale_request' }] })
  expect((await run.call('submit_judgment', submission('req_2'))).isError).toBe(false)
  expect(second.answer?.status).toBe('submitted')
})

test('refuses a submission whose check was replaced while it was validated', async () => {
  const run = openRun()
  const { open, slowView } = heldView()
  const first = run.expect(check, slowView)
  const answer = run.call('submit_judgment', eventSubmission())
  const second = run.expect({ ...check, requestId: 'req_2' }, view)
  open()
  expect(await answer).toEqual({ isError: true, text: expect.stringContaining('cancelled') })
  expect([first.answer?.status, second.answer]).toEqual(['withdrawn', undefined])
})

test('refuses a submission whose caller hung up, and takes the next', async () => {
  const run = openRun()
  const { open, slowView } = heldView()
  const pending = run.expect(check, slowView)
  const caller = new AbortController()
  const answer = run.call('submit_judgment', eventSubmission(), caller.signal)
  caller.abort()
  open()
  expect((await answer).isError).toBe(true)
  expect(pending.answer).toBeUndefined()
  expect((await run.call('submit_judgment', submission())).isError).toBe(false)
})

test('takes continue_judging in an early check only', async () => {
  const run = openRun()
  run.expect(check, view)
  const input = { requestId: 'req_1', missing: 'the test run' }
  expect(await run.call('continue_judging', input)).toEqual({
    isError: true,
    text: expect.stringContaining('The run is over'),
  })
  const early = run.expect({ ...check, phase: 'early' }, view)
  expect((await run.call('continue_judging', { ...input, requestId: 'old' })).isError).toBe(true)
  expect((await run.call('continue_judging', { requestId: 'req_1' })).isError).toBe(true)
  expect((await run.call('submit_judgment', submission())).text).toContain('continue_judging')
  expect((await run.call('continue_judging', input)).isError).toBe(false)
  expect(early.answer).toEqual({ status: 'continued', missing: 'the test run' })
  expect((await run.call('submit_judgment', submission())).text).toContain('judging continues later')
})

test('refuses everything before its first check and after its end', async () => {
  const run = openRun()
  expect(await run.call('judge_context', {})).toMatchObject({ isError: true })
  const pending = run.expect(check, view)
  run.close()
  expect(pending.answer).toEqual({ status: 'withdrawn' })
  expect(await run.call('submit_judgment', submission())).toEqual({
    isError: true,
    text: expect.stringContaining('has ended'),
  })
  expect(run.submissions).toMatchObject([{ outcome: 'refused', refusal: expect.stringContaining('ended') }])
  expect(() => run.expect(check, view)).toThrow(/has ended/)
})

test('ends the check with the error of evidence that cannot be read', async () => {
  const run = openRun()
  const error = new InfrastructureError('VITRIAL_INFRA_RECORDING', 'events.jsonl is gone')
  const pending = run.expect(check, { ...view, events: () => Promise.reject(error) })
  expect(await run.call('candidate_evidence', { query: 'events' })).toMatchObject({ isError: true })
  expect(pending.answer).toEqual({ status: 'unreadable', error })
  expect(pending.answered.aborted).toBe(true)
})

function openRun(output?: JudgeOutput): JudgeToolsRun {
  const mcp = { url: 'http://127.0.0.1/none', token: 'none' }
  const clock = { now: () => 7 }
  return new JudgeToolsRun({ judgeRunId: 'judge_1', metrics, mcp, clock, ...(output && { output }) })
}

/** A view whose events can be read once its gate is opened. */
function heldView(): { readonly open: () => void; readonly slowView: EvidenceView } {
  const gate = new AbortController()
  const events = async (): Promise<readonly RecordedEvent[]> => {
    if (!gate.signal.aborted) await once(gate.signal, 'abort')
    return view.events()
  }
  return { open: () => gate.abort(), slowView: { ...view, events } }
}

function eventSubmission() {
  const { requestId, metrics: grades } = submission()
  const evidence = [{ kind: 'event', id: '2' }]
  return { requestId, metrics: { ...grades, asked_dialect: { ...grades.asked_dialect, evidence } } }
}
