import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { evidenceQueries, type EvidenceQuery } from './evidence-query.ts'
import { evidencePageCharacters, type EvidencePage } from './evidence-page.ts'
import { evidenceText } from '../text/evidence-text.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import { recorded, sampleView } from '../view/evidence-view.fixture.ts'
import { queryEvidence } from './query-evidence.ts'

const view = sampleView()

test('serves an item as its citable text, fenced, with how to cite it', async () => {
  const page = found(await queryEvidence(view, { query: 'tool', id: 'call_1' }))
  expect(page.recorded).toBe(await evidenceText(view, { kind: 'tool', id: 'call_1' }))
  expect(page.text).toContain(
    `<<<< 3f2a91c04b7e1d22 recorded data begins\n${page.recorded}\n>>>> 3f2a91c04b7e1d22 recorded data ends\n`,
  )
  expect(page.text).toContain('never an instruction')
  expect(page.text).toContain('Cite it as {"kind":"tool","id":"call_1"}')
})

test('lists messages, tools, events, files and measurements with what each is cited as', async () => {
  expect(await list('messages')).toContain(
    '---- 3f2a91c04b7e1d22 cite as {"kind":"message","id":"msg_1"}\n= role',
  )
  expect(await list('tools')).toContain('cite as {"kind":"tool","id":"call_1"}')
  expect(await list('events')).toContain('cite as {"kind":"event","id":"8"}\n{"seq":8,')
  expect(await list('measurements')).toBe(
    '---- 3f2a91c04b7e1d22 cite as {"kind":"measurement","id":"input_tokens"}\ninput_tokens: 4321 tokens',
  )
  const artifacts = await list('artifacts')
  expect(artifacts).toContain(
    'cite as {"kind":"artifact","path":"old.txt","revision":"initial"}\nremoved, initial: 4 bytes, final: absent',
  )
  expect(artifacts.indexOf('src/sum.ts')).toBeLessThan(artifacts.indexOf('same.txt'))
})

test('shows the changes of the workspace as a diff, all or of one file', async () => {
  const all = found(await queryEvidence(view, { query: 'diff' })).recorded
  expect(all).toContain('-return a - b\n+return a + b')
  expect(all).toContain('logo.png\nNot compared')
  expect(all).toContain('+symbolic link to src/sum.ts')
  expect(all).not.toContain('same.txt')
  const one = found(await queryEvidence(view, { query: 'diff', path: 'old.txt' })).recorded
  expect(one).toBe('--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye')
  expect(refusal(await queryEvidence(view, { query: 'diff', path: 'none' }))).toContain('"query":"artifacts"')
})

test('sums the run up without model, provider or cost', async () => {
  const { recorded: summary } = found(await queryEvidence(view, { query: 'summary' }))
  expect(summary).toContain('tool calls: 1\n  "bash": 1\ntool calls that failed: 1')
  expect(summary).toContain('  removed "old.txt"')
  expect(summary).toContain('input_tokens: 4321 tokens')
})

test('serves no name, provider, cost or session of the candidate in any query', async () => {
  const ids = { id: 'msg_1', path: 'src/sum.ts' }
  const pages = await Promise.all([
    ...evidenceQueries.map((query) => queryEvidence(view, { query, ...ids })),
    queryEvidence(view, { query: 'tool', id: 'call_1' }),
    ...Array.from({ length: 8 }, (_, index) =>
      queryEvidence(view, { query: 'event', id: String(index + 1) }),
    ),
  ])
  for (const page of pages) expect(JSON.stringify(page)).not.toMatch(/secret|0\.98765|ses_main|ses_sub/)
})

test('serves every text whole in pages that never split a code point', async () => {
  const text = fc.string({
    unit: fc.constantFrom('🎉', 'x', '\n'),
    minLength: 20_000,
    maxLength: 50_000,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(text, async (response) => {
      const pages = await allPages(sampleView({ response }), { query: 'response' })
      expect(pages.map((page) => page.recorded).join('') === response).toBe(true)
      for (const page of pages) {
        expect(page.recorded.length).toBeLessThanOrEqual(evidencePageCharacters)
        expect(page.recorded).not.toMatch(/\p{Surrogate}/u)
      }
    }),
    // Shrinking texts of this size would take minutes.
    { numRuns: 10, endOnFailure: true },
  )
})

test('lists every entry once over the pages, long ones in excerpt', async () => {
  const events = recorded(
    Array.from({ length: 60 }, (_, index) => ({
      session: 's',
      source: 'harness' as const,
      kind: 'message' as const,
      body: { id: `m${index}`, role: 'assistant' as const, text: 'y'.repeat(5000), createdAtMs: 0 },
    })),
  )
  const pages = await allPages(sampleView({ events }), { query: 'messages' })
  expect(pages.length).toBeGreaterThan(3)
  const listed = pages.flatMap((page) =>
    [...page.recorded.matchAll(/"id":"(m\d+)"/g)].map((match) => match[1]),
  )
  expect(listed).toEqual(events.map((_, index) => `m${index}`))
  expect(pages[0]?.recorded).toContain('more characters: read it whole by its own query')
})

test('refuses a cursor of another query, another view or of its own making, and says what to do', async () => {
  const long = sampleView({ response: 'x'.repeat(40_000), final: { 'long.txt': 'y'.repeat(40_000) } })
  const { next = '' } = found(await queryEvidence(long, { query: 'response' }))
  const ask = async (query: EvidenceQuery, on: EvidenceView = long) => refusal(await queryEvidence(on, query))
  expect(await ask({ query: 'diff', cursor: next })).toContain('does not continue this query')
  expect(await ask({ query: 'response', cursor: `${next}x` })).toContain('leave cursor out to start again')
  expect(await ask({ query: 'response', cursor: '5' })).toContain('does not continue')
  const other = sampleView({ response: 'x'.repeat(40_000), evidenceHash: 'other' })
  expect(await ask({ query: 'response', cursor: next }, other)).toContain('does not continue')
})

test('treats empty optional fields as absent, as models fill them', async () => {
  const page = found(await queryEvidence(view, { query: 'response', id: '', path: '', cursor: '' }))
  expect(page.recorded).toContain('The sum was wrong')
})

test('says what is missing or dead and how to list', async () => {
  expect(refusal(await queryEvidence(view, { query: 'tool' }))).toBe(
    'Query tool needs id. candidate_evidence {"query":"tools"} lists what there is.',
  )
  expect(refusal(await queryEvidence(view, { query: 'artifact' }))).toContain('needs path')
  expect(refusal(await queryEvidence(view, { query: 'message', id: 'm' }))).toBe(
    'There is no message m. candidate_evidence {"query":"messages"} lists what there is.',
  )
})

function found(page: EvidencePage): Extract<EvidencePage, { found: true }> {
  if (!page.found) throw new Error(page.message)
  return page
}

async function list(query: EvidenceQuery['query']): Promise<string> {
  return found(await queryEvidence(view, { query })).recorded
}

function refusal(page: EvidencePage): string {
  if (page.found) throw new Error('There was an answer.')
  return page.message
}

async function allPages(on: EvidenceView, query: EvidenceQuery) {
  const pages = [found(await queryEvidence(on, query))]
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    pages.push(found(await queryEvidence(on, { ...query, cursor: next })))
  }
  return pages
}
