import type { ModelExchange } from '@vitrial/core'
import { expect, test } from 'vitest'
import { FailingProvider } from './failing-provider.ts'

function exchange(status: number, more: Partial<ModelExchange['response']> = {}): ModelExchange {
  return {
    callId: 'c1',
    stage: 'candidate',
    startedAtMs: 0,
    durationMs: 1,
    request: { method: 'POST', path: '/v1/chat/completions', headers: {}, body: {} },
    response: { status, text: '', ...more },
    fate: { is: 'served' },
  }
}

test.each<[string, readonly ModelExchange[], RegExp | undefined]>([
  ['no call was made', [], undefined],
  ['the last call had an answer', [exchange(500), exchange(200)], undefined],
  ['the last call was refused for what it asked', [exchange(500), exchange(400)], undefined],
  [
    'the last calls failed',
    [exchange(200), exchange(500), exchange(503)],
    /HTTP 503 to .*, as to the 1 before it/,
  ],
  ['the last call was throttled', [exchange(429, { text: 'slow\ndown' })], /HTTP 429 \(slow down\) to/],
  ['there was no answer at all', [exchange(0)], /gave no answer/],
  [
    'the call that was cut off follows a failure',
    [exchange(500), exchange(200, { aborted: true })],
    /HTTP 500/,
  ],
  ['the call that was cut off follows an answer', [exchange(200), exchange(0, { aborted: true })], undefined],
])('where %s', (_, exchanges, said) => {
  const provider = new FailingProvider()
  for (const each of exchanges) provider.note(each)
  const explanation = provider.explanation(25_000)
  if (said === undefined) expect(explanation).toBeUndefined()
  else {
    expect(explanation).toMatchObject({
      code: 'VITRIAL_INFRA_PROVIDER',
      message: expect.stringMatching(said),
    })
    expect(explanation?.message).toContain('its time limit of 25000 ms')
  }
})
