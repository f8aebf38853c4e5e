import type { CallFate } from '@vitrial/core/recording'
import { describe, expect, test } from 'vitest'
import { AnswerReader } from './answer-reader.ts'
import { fateOfAnswer } from './fate-of-answer.ts'

interface Row {
  readonly what: string
  readonly status?: number
  readonly body: string
  /** @default true */
  readonly isStream?: boolean
  /** @default false */
  readonly hasServed?: boolean
  readonly is: CallFate['is']
  readonly says?: string
  readonly final?: true
  readonly tooLong?: true
}

const delta = (content: string, finish: string | null = null): string =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const done = 'data: [DONE]\n\n'
const error = (message: string, more: object = {}): string => JSON.stringify({ error: { message, ...more } })
const whole = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
}
const page = '<!DOCTYPE html><html><head><title>Sign in — Acme</title></head><body>…</body></html>'

const rows: readonly Row[] = [
  { what: 'a stream with its end', body: delta('Hi') + delta('', 'stop') + done, is: 'served' },
  { what: 'a stream without [DONE]', body: delta('Hi', 'stop'), is: 'served' },
  { what: 'a stream without its last empty line', body: delta('Hi', 'stop').trimEnd(), is: 'served' },
  { what: 'a stream that only has [DONE]', body: delta('Hi') + done, is: 'served' },
  { what: 'an answer with nothing to say', body: delta('', 'stop') + done, is: 'served' },
  { what: 'comments before an answer', body: `: PROCESSING\n\n${delta('Hi', 'stop')}`, is: 'served' },
  { what: 'rubbish after the end mark', body: `${delta('Hi', 'stop')}${done}data: {x\n\n`, is: 'served' },
  { what: 'a cut at the output limit', body: delta('Hi', 'length') + done, is: 'served' },
  { what: 'a whole answer', body: JSON.stringify(whole), isStream: false, is: 'served' },

  {
    what: 'a stream that breaks off',
    body: delta('Hi'),
    is: 'failed',
    says: 'an answer that breaks off before its end',
  },
  {
    what: 'an empty end',
    body: event({ choices: [{ delta: {} }] }) + done,
    is: 'failed',
    says: 'an answer with nothing in it',
  },
  {
    what: 'no choices',
    body: event({ choices: [] }) + done,
    is: 'failed',
    says: 'an answer that is no stream of choices',
  },
  {
    what: 'nothing at all',
    body: '',
    is: 'failed',
    says: 'an answer that is no stream of choices (nothing at all)',
  },
  { what: 'only comments', body: ': wait\n\n: wait\n\n', is: 'failed' },
  { what: 'a whole answer in place of a stream', body: JSON.stringify(whole), is: 'failed' },
  {
    what: 'a stream in place of a whole answer',
    body: delta('Hi', 'stop') + done,
    isStream: false,
    is: 'failed',
    says: 'what is not JSON',
  },
  {
    what: 'other JSON',
    body: '{"status":"ok"}',
    isStream: false,
    is: 'failed',
    says: 'an answer without choices',
  },
  {
    what: 'no JSON in an event',
    body: `${delta('Hi')}data: {"choices":[{\n\n${done}`,
    is: 'failed',
    says: 'an event that is not JSON',
  },
  { what: 'a torn answer', body: JSON.stringify(whole).slice(0, 40), isStream: false, is: 'failed' },
  { what: 'a finish that is an error', body: delta('Hi', 'error') + done, is: 'failed' },

  {
    what: 'an error in a 200',
    body: error('No capacity', { code: 'overloaded' }),
    is: 'failed',
    says: 'an error in its answer overloaded (No capacity)',
  },
  {
    what: 'an error in a stream',
    body: delta('Hi') + `data: ${error('Gone')}\n\n` + done,
    is: 'failed',
    says: 'an error in its answer (Gone)',
  },
  {
    what: 'an error event',
    body: `${delta('Hi')}event: error\ndata: {"message":"Gone"}\n\n`,
    is: 'failed',
    says: 'an error in its answer (Gone)',
  },
  {
    what: 'an error in a choice',
    body: JSON.stringify({ choices: [{ error: { message: 'Gone', code: 502 } }] }),
    isStream: false,
    is: 'failed',
  },
  {
    what: 'an error that is a text',
    body: '{"error":"Gone"}',
    isStream: false,
    is: 'failed',
    says: 'an error in its answer (Gone)',
  },
  { what: 'an error type in a 200', body: event({ type: 'error', message: 'Gone' }), is: 'failed' },
  {
    what: 'a 400 of another in a 200',
    body: error('Bad upstream', { code: 400 }),
    isStream: false,
    is: 'failed',
  },

  {
    what: 'a request that is wrong',
    status: 400,
    body: error('temperature must be below 2'),
    is: 'refused',
    says: 'HTTP 400 (temperature must be below 2)',
  },
  {
    what: 'a request nobody understands',
    status: 422,
    body: '{"detail":[{"msg":"field required"}]}',
    is: 'refused',
    says: 'HTTP 422 (field required)',
  },
  {
    what: 'a request that is too long',
    status: 400,
    body: error('Your prompt is long', { code: 'context_length_exceeded' }),
    is: 'refused',
    tooLong: true,
  },
  {
    what: 'one too long in other words',
    status: 400,
    body: error("This model's maximum context length is 8192 tokens."),
    is: 'refused',
    tooLong: true,
  },
  {
    what: 'one too long within a 200',
    body: `data: ${error('x', { code: 'context_length_exceeded' })}\n\n`,
    is: 'refused',
    tooLong: true,
  },
  { what: 'one too large', status: 413, body: '', is: 'refused', says: 'HTTP 413', tooLong: true },

  {
    what: 'a wrong key',
    status: 401,
    body: error('Incorrect API key provided', { code: 'invalid_api_key' }),
    is: 'failed',
    final: true,
    says: 'HTTP 401 invalid_api_key (Incorrect API key provided)',
  },
  { what: 'a wrong key, later', status: 401, body: '', hasServed: true, is: 'failed', final: true },
  {
    what: 'a wrong key told as 400',
    status: 400,
    body: '[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]',
    is: 'failed',
    final: true,
  },
  { what: 'no credit', status: 402, body: error('Add funds'), is: 'failed', final: true },
  {
    what: 'no credit told as 400',
    status: 400,
    body: error('Your credit balance is too low to access the API.'),
    is: 'failed',
    final: true,
  },
  {
    what: 'no credit told as 429',
    status: 429,
    body: error('You exceeded your current quota', { code: 'insufficient_quota' }),
    is: 'failed',
    final: true,
  },
  { what: 'a forbidden model', status: 403, body: '', is: 'failed', final: true },
  { what: 'a forbidden call of a model that served', status: 403, body: '', hasServed: true, is: 'failed' },
  {
    what: 'a wrong path',
    status: 404,
    body: '404 page not found',
    is: 'failed',
    final: true,
    says: 'HTTP 404 (404 page not found)',
  },
  {
    what: 'a model nobody knows, told as 400',
    status: 400,
    body: error('x', { code: 'model_not_found' }),
    is: 'failed',
    final: true,
  },
  { what: 'a redirect', status: 302, body: '', is: 'failed', final: true },
  {
    what: 'a login page',
    body: page,
    is: 'failed',
    final: true,
    says: 'a web page in place of an answer (Sign in — Acme)',
  },
  { what: 'a login page that comes and goes', body: page, hasServed: true, is: 'failed' },

  ...[408, 409, 425, 429, 500, 502, 503, 504, 529].map((status): Row => ({
    what: `a ${status}`,
    status,
    body: error('Later'),
    is: 'failed',
    says: `HTTP ${status} (Later)`,
  })),
  {
    what: 'a 429 about tokens',
    status: 429,
    body: error('Rate limit: tokens per minute; maximum context length'),
    is: 'failed',
  },
  {
    what: 'a page with a 502',
    status: 502,
    body: '<html><head><title>Bad Gateway</title></head></html>',
    is: 'failed',
    says: 'HTTP 502 (Bad Gateway)',
  },
  {
    what: 'what a router was told',
    status: 502,
    body: error('Provider returned error', { code: 502, metadata: { raw: error('model is loading') } }),
    is: 'failed',
    says: 'HTTP 502 (Provider returned error: model is loading)',
  },
]

const redact = (text: string): string => text.replaceAll('sk-secret-key', '[redacted]')

const nothing = (): void => undefined

function fateOf({ status = 200, body, isStream = true, hasServed = false }: Row): CallFate {
  const reader = new AnswerReader(isStream, { onTokens: nothing, onSign: nothing, onComplete: nothing })
  // In pieces that end where no event does.
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += 7) reader.read(bytes.subarray(at, at + 7))
  reader.end()
  return fateOfAnswer({ status, seen: reader.seen, isStream, hasServed, redact })
}

test.each(rows)('$what is $is', (row) => {
  const fate = fateOf(row)
  expect(fate.is).toBe(row.is)
  expect(fate.final).toBe(row.final)
  expect(fate.tooLong).toBe(row.tooLong)
  if (row.says !== undefined) expect(fate.reason).toBe(row.says)
  expect(fate.reason === undefined).toBe(row.is === 'served')
})

function reasonOf(body: string): string {
  return fateOf({ what: '', status: 500, body, is: 'failed' }).reason ?? ''
}

describe('the words of a provider', () => {
  test('are redacted before they are cut, and cut between words', () => {
    const reason = reasonOf(error(`${'word '.repeat(59)}sk-secret-key and more`))
    expect(reason).not.toContain('sk-')
    expect(reason).toMatch(/word …\)$/)
  })

  test('cannot act on a terminal', () => {
    expect(reasonOf(error('\u001B[2Jgone\u202E'))).toBe('HTTP 500 (\\u{1b}[2Jgone\\u{202e})')
  })

  test.each(['{"a":{"b":[1,2,3]}}', '[]', '{"error":{}}', 'null', '{"error":null}'])(
    'may be none: %s',
    (body) => {
      expect(reasonOf(body)).toBe('HTTP 500')
    },
  )
})
