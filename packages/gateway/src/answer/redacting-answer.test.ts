import { createRedactor } from '@vitrial/core/redaction'
import { describe, expect, it } from 'vitest'
import { createRedactingAnswer } from './redacting-answer.ts'

const key = 'sk-real/4f7a+9c20d1'
const end = 'data: [DONE]\n\n'

/** The events of an answer after redaction, sent in pieces of so many bytes. */
function redacted(events: string, pieceBytes = events.length): string {
  const stream = createRedactingAnswer(createRedactor([key]))
  const bytes = Buffer.from(events)
  const out: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    out.push(stream.push(bytes.subarray(at, at + pieceBytes)))
  return Buffer.concat([...out, stream.flush()]).toString()
}

function event(delta: object, more: object = {}): string {
  return `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`
}

interface Delta {
  readonly content?: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly index: number
    readonly function?: { readonly arguments?: string }
  }[]
}

function deltaOf(text: string): Delta {
  return {
    content: text,
    reasoning_content: text,
    tool_calls: [{ index: 1, function: { arguments: text } }],
  }
}

/** What an agent puts together from the deltas. */
function joined(events: string): { content: string; reasoning: string; tools: readonly string[] } {
  const all = { content: '', reasoning: '', tools: [] as string[] }
  for (const block of events.split('\n\n')) {
    if (!block.startsWith('data: {')) continue
    const chunk: { choices: readonly { delta: Delta }[] } = JSON.parse(block.slice(6))
    for (const { delta } of chunk.choices) {
      all.content += delta.content ?? ''
      all.reasoning += delta.reasoning_content ?? ''
      for (const { index, function: called } of delta.tool_calls ?? []) {
        all.tools[index] = (all.tools[index] ?? '') + (called?.arguments ?? '')
      }
    }
  }
  return all
}

const spellings = {
  'as it is': key,
  'in JSON': JSON.stringify(key).replaceAll('/', '\\/'),
  'in percent': encodeURIComponent(key),
  'in base64': Buffer.from(`user:${key}`).toString('base64'),
  'in hex': Buffer.from(key).toString('hex'),
}

describe('a redacting answer', () => {
  it.each(Object.entries(spellings))('hides a key cut anywhere over two deltas, %s', (_, spelled) => {
    for (let cut = 0; cut <= spelled.length; cut += 1) {
      const [a, b] = [spelled.slice(0, cut), spelled.slice(cut)]
      const { content, reasoning, tools } = joined(
        redacted(
          event(deltaOf(`<${a}`)) + event(deltaOf(`${b}>`)) + event({}, { finish_reason: 'stop' }) + end,
        ),
      )
      for (const text of [content, reasoning, tools[1]]) {
        expect(text).toMatch(/^<.*\[redacted\].*>$/s)
        expect(text).not.toContain(spelled)
      }
    }
  })

  it('hides a key that comes one character at a time, with other deltas between', () => {
    const events = Array.from(
      key,
      (character) => event({ content: character }) + event({ reasoning_content: '.' }),
    )
    const { content, reasoning } = joined(redacted(events.join('') + end))
    expect(content).toBe(`${key.slice(0, 3)}[redacted]`)
    expect(reasoning).toBe('.'.repeat(key.length))
  })

  it('leaves events in which there is nothing as they came, however they are cut', () => {
    const events = `: keep\r\n\r\nevent: x\r\ndata: {"choices" : [{"delta":{"content":"schön, sk"}}]}\r\n\r\nid: 1\ndata:\n\n${end}`
    for (const pieceBytes of [1, 7, 1000]) expect(redacted(events, pieceBytes)).toBe(events)
  })

  it.each([
    ['the choice ends', event({}, { finish_reason: 'stop' }) + end],
    ['the stream ends', end],
    ['it is cut off', ''],
  ])('gives out what it held back when %s', (_, rest) => {
    const held = key.slice(0, 5)
    const { content, tools } = joined(
      redacted(event({ content: held, tool_calls: [{ index: 2, function: { arguments: held } }] }) + rest),
    )
    expect([content, tools[2]]).toEqual([held, held])
  })

  it('redacts the last delta of a choice, comments, errors and what is no event', () => {
    const last = redacted(event({ content: `a${key.slice(0, 9)}` }, { finish_reason: 'stop' }) + end)
    expect(joined(last).content).toBe('ask-[redacted]'.replace('sk-', ''))
    expect(redacted(`: ${key}\n\ndata: {"error":{"message":"${key}"}}\n\n`)).toBe(
      ': [redacted]\n\ndata: {"error":{"message":"[redacted]"}}\n\n',
    )
    expect(redacted(`{"error":"${key}"}`, 5)).toBe('{"error":"[redacted]"}')
  })

  it('passes on the first event before the second has come', () => {
    const stream = createRedactingAnswer(createRedactor([key]))
    expect(Buffer.from(stream.push(Buffer.from(event({ content: 'one' })))).toString()).toBe(
      event({ content: 'one' }),
    )
  })
})
