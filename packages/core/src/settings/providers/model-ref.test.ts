import { expect, test } from 'vitest'
import { parseModelRef } from './model-ref.ts'

test.each([
  ['ollama/llama3:8b', { provider: 'ollama', model: 'llama3:8b' }],
  ['openrouter/meta-llama/llama-3:free', { provider: 'openrouter', model: 'meta-llama/llama-3:free' }],
  [
    'bedrock/anthropic.claude-v2:0#high',
    { provider: 'bedrock', model: 'anthropic.claude-v2:0', variant: 'high' },
  ],
])('takes %s apart', (text, ref) => {
  expect(parseModelRef(text)).toStrictEqual(ref)
})

test.each(['gpt', 'ollama:8b/llama3', '/gpt', 'openai/', 'openai/gpt 5', 'openai/gpt#', 'openai/gpt#a:b'])(
  'does not take %j for a model',
  (text) => {
    expect(parseModelRef(text)).toBeUndefined()
  },
)
