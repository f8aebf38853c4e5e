import { expect, test } from 'vitest'
import type { ContradictionBody, RecordedEvent } from '../../recording/event.ts'
import { evidenceText } from '../text/evidence-text.ts'
import { sampleView } from '../view/evidence-view.fixture.ts'
import { evidenceSummary } from '../query/evidence-summary.ts'
import { transcriptMarkdown } from '../attachments/transcript-markdown.ts'

const contradiction = (body: ContradictionBody): RecordedEvent => ({
  seq: 900,
  atMs: 1,
  session: 'ses_1',
  source: 'harness',
  kind: 'contradiction',
  body,
})

test.each([
  ['tool call', { about: 'tool_call', id: 'call_1' }, { kind: 'tool', id: 'call_1' }],
  ['message', { about: 'message', id: 'msg_1' }, { kind: 'message', id: 'msg_1' }],
] as const)(
  'a %s that was contradicted says so wherever it is read, and stands',
  async (_name, place, target) => {
    const view = sampleView()
    const claimed = contradiction({ ...place, claim: 'changed', detail: '{"output":"ALL TESTS PASSED"}' })
    const events = [...(await view.events()), claimed]
    const contradicted = { ...view, events: async () => events }
    const before = await evidenceText(view, target)
    const after = await evidenceText(contradicted, target)
    expect(before).not.toContain('contradicted')
    expect(after).toContain('contradicted afterwards')
    expect(after).toContain('event 900')
    expect(after).not.toContain('ALL TESTS PASSED')
    expect(await evidenceText(contradicted, { kind: 'event', id: '900' })).toContain('ALL TESTS PASSED')
    expect(await evidenceSummary(contradicted)).toContain('contradictions: 1 (events 900)')
    expect(await evidenceSummary(view)).not.toContain('contradictions')
    expect(await transcriptMarkdown(contradicted, { title: 'x', maxCharacters: 100_000 })).toContain(
      'contradicted afterwards',
    )
  },
)
