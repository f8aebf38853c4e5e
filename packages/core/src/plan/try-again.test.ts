import { expect, test } from 'vitest'
import { tryAgainCommand } from './try-again.ts'

test('names the trials exactly, by options that the command takes', () => {
  const trial = { evalId: 'ask', model: 'acme/large#high', repetition: 2 }
  expect(tryAgainCommand({ command: 'rejudge', ...trial })).toBe(
    'npx vitrial rejudge --only-eval ask --only-model acme/large#high --only-repetition 2',
  )
  expect(tryAgainCommand({ command: 'retry', evalId: 'ask' })).toBe('npx vitrial retry --only-eval ask')
})

test('says which benchmark is meant, and on which runtime, if that is not plain', () => {
  const commandArguments = { benchmark: './my "evals"/$1', runtime: 'process' }
  expect(tryAgainCommand({ command: 'retry', evalId: 'ask', commandArguments })).toBe(
    String.raw`npx vitrial retry --benchmark "./my \"evals\"/\$1" --runtime process --only-eval ask`,
  )
})
