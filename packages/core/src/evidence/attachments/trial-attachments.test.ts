import { expect, test } from 'vitest'
import { recorded, sampleView } from '../view/evidence-view.fixture.ts'
import { memoryEvidenceView } from '../view/memory-evidence-view.ts'
import { trialAttachments } from './trial-attachments.ts'

const options = { title: 'fix-the-sum / scripted/careful / #1', maxCharacters: 10_000 }

test('tells a run as messages and tool calls in order, and what it changed', async () => {
  const { transcript, diff } = await trialAttachments(sampleView(), options)

  expect(transcript?.about).toBe('2 messages, 1 tool call')
  expect(transcript?.text).toMatch(
    /# fix-the-sum[^]*State: completed[^]*message msg_1[^]*tool bash \(call_1\): completed, exit code 1[^]*msg_2/,
  )
  expect(diff?.about).toBe('4 files changed')
  expect(diff?.text).toContain('+return a + b')
})

test('leaves out a diff where nothing changed and a transcript where nothing was said', async () => {
  const view = memoryEvidenceView({ evidenceHash: 'h', initial: { a: 'a' }, final: { a: 'a' } })

  expect(await trialAttachments(view, options)).toEqual({})
})

test('cuts both to size and says how much is left out', async () => {
  const message = { session: 's', source: 'harness', kind: 'message' } as const
  const events = recorded(
    Array.from({ length: 50 }, (_, index) => ({
      ...message,
      body: { id: `m${index}`, role: 'assistant', text: 'x'.repeat(900), createdAtMs: 0 },
    })),
  )
  const view = memoryEvidenceView({ evidenceHash: 'h', events, final: { a: 'y'.repeat(20_000) } })

  const { transcript, diff } = await trialAttachments(view, options)

  expect(transcript?.text.length).toBeLessThan(11_000)
  expect(transcript?.text).toMatch(/m0\)[^]*\*Left out here: \d\d turns;[^]*m49\)/)
  expect(diff?.text.length).toBeLessThan(10_100)
  expect(diff?.text).toMatch(/… \(\d+ more characters\)\n$/)
})

test('keeps recorded text inside its fence and shows what hides in it', async () => {
  const text = '````\n# not a heading\u202e\u001b[2J'
  const events = recorded([
    {
      session: 's',
      source: 'harness',
      kind: 'message',
      body: { id: 'm', role: 'assistant', text, createdAtMs: 0 },
    },
  ])

  const { transcript } = await trialAttachments(memoryEvidenceView({ evidenceHash: 'h', events }), options)

  expect(transcript?.text).toContain('`````text\n````\n# not a heading\\u{202e}\\u{1b}[2J\n`````')
})
