import { assert, integer, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { parseModelRef } from '../settings/providers/model-ref.ts'
import { trialName, trialOf } from './trial.ts'

/** The parts of an id as a reader finds them: eval ids have no colon, and the repetition comes last. */
const idPattern = /^(?<evalId>[^:]+):(?<model>.+):(?<repetition>\d+)$/

test('names a trial by eval, model and repetition, also for a model with a colon', () => {
  const trial = trialOf({ evalId: 'ask-dialect', model: 'ollama/llama3:8b', repetition: 2 })
  expect(trial.id).toBe('ask-dialect:ollama/llama3:8b:2')
  expect(trialName(trial)).toBe('ask-dialect / ollama/llama3:8b / #2')
})

test('gives back eval, model and repetition from the id of any trial', () => {
  const evalIds = stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
  const models = stringMatching(/^[a-z0-9]+\/[a-z0-9:/]+(?:#[a-z0-9]+)?$/).filter(
    (text) => parseModelRef(text) !== undefined,
  )
  const repetitions = integer({ min: 1, max: 1000 })
  assert(
    property(evalIds, models, repetitions, (evalId, model, repetition) => {
      const parts = idPattern.exec(trialOf({ evalId, model, repetition }).id)?.groups
      expect({ ...parts }).toStrictEqual({ evalId, model, repetition: String(repetition) })
    }),
  )
})
