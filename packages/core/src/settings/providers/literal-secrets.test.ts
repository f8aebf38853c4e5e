import { expect, test } from 'vitest'
import { hasSecretInUrl, literalSecrets, withoutSecrets } from './literal-secrets.ts'

const real = 'abc'

test.each([
  'x-api-key',
  'apiKey',
  'APIKEY',
  'ACME_API_KEY',
  'Authorization',
  'proxy-authorization',
  'token',
  'authToken',
  'accesstoken',
  'client_secret',
  'secretKey',
  'password',
  'Cookie',
])('takes the text below %s for a key, at any depth', (name) => {
  const value = { headers: [{ [name]: real }], note: real }
  expect(literalSecrets(value)).toStrictEqual([{ path: ['headers', 0, name] }])
  expect(withoutSecrets(value)).toStrictEqual({ headers: [{ [name]: '[redacted]' }], note: real })
})

test.each([
  ['maxTokens', 4096],
  ['max_completion_tokens', '4096'],
  ['token', 5],
  ['tokenizer', 'o200k'],
  ['stop_token', '</s>'],
  ['prompt_cache_key', 'shop'],
  ['reasoningEffort', 'high'],
  ['apiKey', ''],
  ['apiKey', '{env:ACME_KEY}'],
  ['authorization', 'Bearer {env:ACME_KEY}'],
])('leaves %s: %j as it is', (name, value) => {
  expect(literalSecrets({ [name]: value })).toStrictEqual([])
  expect(withoutSecrets({ [name]: value })).toStrictEqual({ [name]: value })
})

test.each([
  'sk-ant-0123456789abcdef',
  'Bearer abc',
  'AKIAIOSFODNN7EXAMPLE',
  '-----BEGIN RSA PRIVATE KEY-----\nMII',
  'https://user:pass@models.example/v1',
])('takes %j for a key whatever it is called', (text) => {
  expect(literalSecrets([text])).toStrictEqual([{ path: [0] }])
})

test('takes everything below a name of credentials for one', () => {
  const value = { credentials: { user: real, all: [real] } }
  expect(withoutSecrets(value)).toStrictEqual({ credentials: { user: '[redacted]', all: ['[redacted]'] } })
})

test.each([
  ['https://user:pass@models.example/v1', true],
  ['https://user@models.example/v1', true],
  ['https://models.example/v1?api-key=abc', true],
  ['https://models.example/v1?key=abc', true],
  ['ssh://build:pass@one', true],
  ['ssh://build@one', false],
  ['https://models.example/v1?version=2026-01', false],
  ['https://models.example/@scope/v1', false],
  ['unix:///var/run/engine.sock', false],
])('knows whether %s holds a key', (url, isSo) => {
  expect(hasSecretInUrl(url)).toBe(isSo)
})
