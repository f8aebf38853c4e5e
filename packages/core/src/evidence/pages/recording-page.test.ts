import { expect, test } from 'vitest'
import { recorded, sampleView } from '../view/evidence-view.fixture.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import { pageOfRecording } from './recording-page.ts'
import { recordingPageSchema, type RecordingPage, type RecordingQuery } from './recording-query.ts'

/** Every page of the answer, checked against the schema it crosses the channel in. */
async function pagesOf(view: EvidenceView, query: RecordingQuery): Promise<readonly RecordingPage[]> {
  const pages: RecordingPage[] = []
  let after: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const page = await pageOfRecording(view, { ...query, ...(after !== undefined && { after }) })
    pages.push(recordingPageSchema.parse(page))
    after = page.next
  } while (after !== undefined)
  return pages
}

test('serves messages and tool calls as data, with the model that a judge is not shown', async () => {
  expect(await pagesOf(sampleView(), { query: 'messages' })).toMatchObject([
    { rows: [{ id: 'msg_1', model: 'secret-model', session: 'ses_main' }, { id: 'msg_2' }] },
  ])
  expect(await pagesOf(sampleView(), { query: 'tools' })).toMatchObject([
    { rows: [{ id: 'call_1', name: 'bash', input: { timeout: 5000, model: 'secret-model' } }] },
  ])
})

test('serves every measurement, that of cost too', async () => {
  expect(await pagesOf(sampleView(), { query: 'measurements' })).toMatchObject([
    { rows: [{ id: 'input_tokens' }, { id: 'cost' }] },
  ])
})

test('says of each file how it changed', async () => {
  const [page] = await pagesOf(sampleView(), { query: 'files' })
  const files = page?.query === 'files' ? page.rows : []
  expect(files.map(({ path, change }) => `${change} ${path}`)).toEqual([
    'added link',
    'added logo.png',
    'removed old.txt',
    'unchanged same.txt',
    'changed src/sum.ts',
  ])
})

test('serves the diff of all files or of one', async () => {
  const view = sampleView()
  const [whole] = await pagesOf(view, { query: 'diff' })
  const [one] = await pagesOf(view, { query: 'diff', path: 'src/sum.ts' })
  expect(whole).toMatchObject({ text: expect.stringContaining('--- a/old.txt') })
  expect(one).toMatchObject({ text: expect.stringContaining('+return a + b') })
  expect(one).not.toMatchObject({ text: expect.stringContaining('old.txt') })
})

test('serves the text of one piece of evidence, and none for what is not there', async () => {
  const view = sampleView()
  expect(await pagesOf(view, { query: 'text', target: { kind: 'response' } })).toEqual([
    { query: 'text', text: 'The sum was wrong. “Fixed” now 🎉.' },
  ])
  expect(
    await pagesOf(view, {
      query: 'text',
      target: { kind: 'artifact', path: 'none', revision: 'final' },
    }),
  ).toEqual([{ query: 'text' }])
})

test('cuts what is long into pages that lose nothing', async () => {
  const output = 'x'.repeat(400_000)
  const call = { messageId: 'msg_1', name: 'bash', status: 'completed', input: {}, output } as const
  const events = recorded(
    [1, 2, 3, 4, 5].map((number) => ({
      session: 's',
      source: 'harness',
      kind: 'tool_call',
      body: { ...call, id: `call_${number}` },
    })),
  )
  const text = '🎉'.repeat(600_001)
  const view = sampleView({ events, response: text })

  const tools = await pagesOf(view, { query: 'tools' })
  const texts = await pagesOf(view, { query: 'text', target: { kind: 'response' } })

  const ids = tools.flatMap((page) => (page.query === 'tools' ? page.rows.map(({ id }) => id) : []))
  expect(ids).toEqual(['call_1', 'call_2', 'call_3', 'call_4', 'call_5'])
  expect(tools.length).toBe(2)
  expect(texts.map((page) => (page.query === 'text' ? page.text : '')).join('')).toBe(text)
  expect(texts.length).toBe(2)
})
