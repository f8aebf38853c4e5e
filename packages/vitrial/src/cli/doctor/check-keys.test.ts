import { parseBenchmarkSettings } from '@vitrial/core/settings'
import { expect, test } from 'vitest'
import { checkKeys } from './check-keys.ts'

const settings = parseBenchmarkSettings(
  {
    models: ['acme/large', 'scripted/careful'],
    judge: { model: 'other/judge' },
    candidate: {
      providers: {
        acme: { options: { baseURL: 'https://acme.example/v1', apiKey: '{env:ACME_KEY}' } },
        other: { options: { baseURL: 'https://other.example/v1', apiKey: '{env:OTHER_KEY}' } },
        unused: { options: { baseURL: 'https://unused.example/v1', apiKey: '{env:UNUSED_KEY}' } },
      },
    },
  },
  'benchmark.ts',
)
const none = { environment: {}, settings: undefined }

test('misses what the benchmark’s models and judge take their keys from, and nothing else', () => {
  const check = checkKeys({ ...none, settings, environment: { ACME_KEY: 'secret', OTHER_KEY: ' ' } })

  expect(check).toMatchObject({ state: 'no', fix: 'export OTHER_KEY=…' })
})

test('names where keys are and never shows one', () => {
  const environment = { ACME_KEY: 'secret-1', OTHER_KEY: 'secret-2', OPENAI_API_KEY: 'secret-3' }
  const { state, text } = checkKeys({ environment, settings })

  expect(state).toBe('ok')
  expect(text).toBe('keys: ACME_KEY, OTHER_KEY, OPENAI_API_KEY (environment)')
})

test('minds no missing key where models are scripted or no benchmark was named', () => {
  const scripted = parseBenchmarkSettings({ models: ['scripted/a'] }, 'benchmark.ts')

  expect(checkKeys({ ...none, settings: scripted }).state).toBe('ok')
  expect(checkKeys(none).state).toBe('unknown')
})
