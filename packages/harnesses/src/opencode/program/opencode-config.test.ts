import type { ModelEndpoint } from '@vitrial/core/ports'
import { expect, test } from 'vitest'
import { candidateConfig, judgeConfig } from './opencode-config.ts'

const model: ModelEndpoint = {
  url: 'http://127.0.0.1:1/v1',
  token: 'token-of-the-run',
  ref: { provider: 'acme', model: 'family/big', variant: 'high' },
  entry: {
    cost: { input: 1, output: 5 },
    limit: { context: 1000, output: 100 },
    variants: { high: { a: 1 } },
  },
}

test('gives the candidate one provider with one model, at the gateway, with the token of its run', () => {
  const config = candidateConfig(model, { websearch: false })
  expect(config).toMatchObject({
    model: 'acme/family/big',
    small_model: 'acme/family/big',
    enabled_providers: ['acme'],
    provider: {
      acme: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: model.url, apiKey: model.token },
        models: { 'family/big': { limit: model.entry.limit, variants: model.entry.variants } },
      },
    },
  })
  // What it costs is no business of an agent.
  expect(JSON.stringify(config)).not.toContain('"cost"')
})

test.each([
  [false, 'deny'],
  [true, 'allow'],
])('lets the candidate do all but ask a person, and search the web only if asked (%s)', (websearch, web) => {
  expect(candidateConfig(model, { websearch })).toMatchObject({
    permission: { '*': 'allow', question: 'deny', webfetch: web, websearch: web },
  })
})

test('keeps the candidate’s own agents and prompt', () => {
  expect(candidateConfig(model, { websearch: false })).not.toHaveProperty('agent')
})

test('shows the judge its tools and nothing else', () => {
  const config = judgeConfig(model, { websearch: false })
  const permission = {
    '*': 'deny',
    'judge_*': 'allow',
    'candidate_*': 'allow',
    'submit_*': 'allow',
    'continue_*': 'allow',
    invalid: 'allow',
  }
  expect(config).toMatchObject({
    default_agent: 'vitrial-judge',
    compaction: { auto: false },
    permission,
    agent: { build: { disable: true }, plan: { disable: true }, general: { disable: true } },
  })
  expect(config).toHaveProperty('agent.vitrial-judge.permission', permission)
})

test('does not tell the judge which provider its model is from', () => {
  expect(JSON.stringify(judgeConfig(model, { websearch: false }))).not.toContain('acme')
})
