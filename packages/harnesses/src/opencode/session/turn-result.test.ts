import { expect, test } from 'vitest'
import { turnResult } from './turn-result.ts'
import { parseMessages } from './wire.ts'

const base = { id: 'msg', sessionID: 'ses' }
const prompt = { info: { ...base, role: 'user', time: { created: 1 } }, parts: [] }

function answer(info: object, text = 'Done.'): unknown {
  const parts = text === '' ? [] : [{ id: 'prt', messageID: 'msg', sessionID: 'ses', type: 'text', text }]
  return { info: { ...base, role: 'assistant', time: { created: 2, completed: 3 }, ...info }, parts }
}

const error = (name: string, data: object = { message: 'why' }): object => ({ error: { name, data } })

test.each([
  ['a natural end', [answer({ finish: 'stop' })], { kind: 'ended', text: 'Done.' }],
  ['an end without a word', [answer({ finish: 'stop' }, '')], { kind: 'ended' }],
  ['an end in blanks', [answer({ finish: 'stop' }, ' \n')], { kind: 'ended' }],
  [
    'an answer that was too long',
    [answer({ finish: 'length' })],
    { kind: 'ended', text: 'Done.', detail: "The answer was cut off at the model's output limit." },
  ],
  [
    'an end after a tool call',
    [answer({ finish: 'tool-calls' }, '')],
    { kind: 'ended', detail: 'The agent stopped after a tool call, without a last answer.' },
  ],
  [
    'a finish never heard of',
    [answer({ finish: 'other' }, '')],
    { kind: 'ended', detail: 'The model ended its answer with "other".' },
  ],
  [
    'a provider that refuses',
    [answer(error('APIError', { message: 'bad thing', statusCode: 400, isRetryable: false }), '')],
    { kind: 'provider_failed', detail: 'APIError (HTTP 400): bad thing' },
  ],
  [
    'a provider without a status',
    [answer(error('APIError', { message: 'Connection reset by server' }), '')],
    { kind: 'provider_failed', detail: 'APIError: Connection reset by server' },
  ],
  [
    'a key that is not taken',
    [answer(error('ProviderAuthError'), '')],
    { kind: 'provider_failed', detail: 'ProviderAuthError: why' },
  ],
  [
    'a context that ran over',
    [answer({ ...error('ContextOverflowError'), finish: 'error' }, '')],
    { kind: 'crashed', detail: 'ContextOverflowError: why' },
  ],
  [
    'an abort from inside',
    [answer(error('MessageAbortedError'), 'Half a')],
    { kind: 'crashed', detail: 'MessageAbortedError: why' },
  ],
  [
    'an output limit told as an error',
    [answer(error('MessageOutputLengthError', {}))],
    { kind: 'ended', text: 'Done.', detail: 'MessageOutputLengthError' },
  ],
  [
    'an error never heard of',
    [answer(error('UnknownError'), '')],
    { kind: 'crashed', detail: 'UnknownError: why' },
  ],
  [
    'an interruption',
    [answer({}, '')],
    { kind: 'crashed', detail: 'OpenCode was interrupted in its answer.' },
  ],
  ['no answer', [], { kind: 'crashed', detail: 'OpenCode ended the turn without an answer.' }],
  [
    'an end after steps with tools',
    [answer({ finish: 'tool-calls' }, 'I look.'), answer({ finish: 'stop' }, 'Found.')],
    { kind: 'ended', text: 'Found.' },
  ],
])('reads %s', (_name, answers, result) => {
  expect(turnResult(parseMessages([prompt, ...answers]))).toEqual(result)
})
