import { array, assert, constantFrom, integer, option, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { parseModelRef } from '../settings/providers/model-ref.ts'
import { evalGridOf } from './model-arm.ts'
import { trialName, trialOf, trialsOf } from './trial.ts'

/** The parts of an id as a reader finds them: eval ids have no colon, and the repetition comes last. */
const idPattern = /^(?<evalId>[^:]+):(?<model>.+):(?<repetition>\d+)$/
/** Of a benchmark with arms: their names have no colon either. */
const armIdPattern = /^(?<evalId>[^:]+):(?<model>.+):(?<arm>[^:]+):(?<repetition>\d+)$/

const words = stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
const models = stringMatching(/^[a-z0-9]+\/[a-z0-9:/]+(?:#[a-z0-9]+)?$/).filter(
  (text) => parseModelRef(text) !== undefined,
)
const repetitions = integer({ min: 1, max: 1000 })

test('names a trial by eval, model and repetition, also for a model with a colon', () => {
  const trial = trialOf({ evalId: 'ask-dialect', model: 'ollama/llama3:8b', repetition: 2 })
  expect(trial.id).toBe('ask-dialect:ollama/llama3:8b:2')
  expect(trialName(trial)).toBe('ask-dialect / ollama/llama3:8b / #2')
  expect(Object.keys(trial)).toEqual(['id', 'evalId', 'model', 'repetition'])
})

test('names a trial of a named arm by its arm too', () => {
  const trial = trialOf({
    evalId: 'ask-dialect',
    model: 'ollama/llama3:8b',
    arm: 'with-skill',
    repetition: 2,
  })
  expect(trial.id).toBe('ask-dialect:ollama/llama3:8b:with-skill:2')
  expect(trialName(trial)).toBe('ask-dialect / ollama/llama3:8b / with-skill / #2')
})

test('gives back eval, model and repetition from the id of any trial', () => {
  assert(
    property(words, models, repetitions, (evalId, model, repetition) => {
      const parts = idPattern.exec(trialOf({ evalId, model, repetition }).id)?.groups
      expect({ ...parts }).toStrictEqual({ evalId, model, repetition: String(repetition) })
    }),
  )
})

test('gives back the arm too from the id of a trial in a named one', () => {
  assert(
    property(words, models, words, repetitions, (evalId, model, arm, repetition) => {
      const parts = armIdPattern.exec(trialOf({ evalId, model, arm, repetition }).id)?.groups
      expect({ ...parts }).toStrictEqual({ evalId, model, arm, repetition: String(repetition) })
    }),
  )
})

test('gives no two trials of a benchmark one id, whatever its models and arms are called', () => {
  const names = constantFrom('8b', 'a', 'b.1')
  const someModels = constantFrom('o/m', 'o/m:8b', 'o/m:8b:a', 'o/a#b')
  assert(
    property(
      array(someModels, { minLength: 1 }),
      option(array(names, { minLength: 1 }), { nil: undefined }),
      (given, arms) => {
        const grid = { models: [...new Set(given)], arms: arms && [...new Set(arms)], repetitions: 2 }
        const trials = trialsOf({ evalIds: ['ask', 'fix'], ...grid })
        expect(trials).toHaveLength(2 * grid.models.length * (grid.arms?.length ?? 1) * 2)
        expect(new Set(trials.map(({ id }) => id)).size).toBe(trials.length)
      },
    ),
  )
})

test('has the trials of a benchmark by eval, model, arm and repetition, in the order declared', () => {
  const settings = { models: ['a/b', 'a/c'], repetitions: 2 }
  const ids = (arms?: Record<string, object>): readonly string[] =>
    trialsOf({ evalIds: ['one'], ...evalGridOf({ ...settings, ...(arms && { arms }) }) }).map(({ id }) => id)
  expect(ids()).toEqual(['one:a/b:1', 'one:a/b:2', 'one:a/c:1', 'one:a/c:2'])
  expect(ids({ without: {}, with: {} })).toEqual([
    'one:a/b:without:1',
    'one:a/b:without:2',
    'one:a/b:with:1',
    'one:a/b:with:2',
    'one:a/c:without:1',
    'one:a/c:without:2',
    'one:a/c:with:1',
    'one:a/c:with:2',
  ])
})
