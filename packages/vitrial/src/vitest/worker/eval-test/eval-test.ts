import { BenchmarkError, InfrastructureError, suggestionFor } from '@vitrial/core/errors'
import { trialName, trialOf } from '@vitrial/core/trial'
import { inject, test, type TestOptions } from 'vitest'
import { registerRunMatchers } from '../matchers/register-run-matchers.ts'
import type { EvalTestFunction } from './eval-test-context.ts'
import { evalTestBody } from './eval-test-body.ts'
import { providedEvalsKey, type ProvidedEvals } from '../../channel/provided-evals.ts'

/**
 * Vitest's options of a test. `concurrent` is true if not said otherwise. `timeout` is endless: it would
 * count the wait for the trial too, which has a time limit of its own.
 */
export type EvalTestOptions = TestOptions

export interface DeclareEvalTest {
  (evalId: string, assert: EvalTestFunction): void
  (evalId: string, options: EvalTestOptions, assert: EvalTestFunction): void
}

export interface EvalTest extends DeclareEvalTest {
  /** Runs these tests and no others of the file. */
  readonly only: DeclareEvalTest & EvalTestOf
  /** Shows these tests as skipped. Their trials are not started for them. */
  readonly skip: DeclareEvalTest & EvalTestOf
  readonly for: EvalTestOf['for']
}

export interface EvalTestOf {
  /** The same for some of the benchmark's models, as `benchmark.ts` writes them. */
  for(models: readonly string[]): DeclareEvalTest
}

/**
 * Declares one test for each model x repetition of an eval. Each test's name is the name of its trial,
 * `ask-dialect / provider/model / #2`, and its function gets that trial's run once it is recorded. A trial
 * runs once and is judged once, however many tests ask for it.
 *
 * @example
 * evalTest('ask-dialect', async ({ run, expect }) => {
 *   await expect(run).toPassMetric('asked_dialect')
 * })
 */
export const evalTest: EvalTest = Object.assign(declaring({}), {
  only: Object.assign(declaring({ only: true }), { for: forModels({ only: true }) }),
  skip: Object.assign(declaring({ skip: true }), { for: forModels({ skip: true }) }),
  for: forModels({}),
})

function forModels(mode: EvalTestOptions): EvalTestOf['for'] {
  return (models) => {
    if (!Array.isArray(models)) throw wrongCall('…', 'evalTest.for takes a list of models')
    return declaring(mode, models)
  }
}

/** Only where types were not checked. */
function wrongCall(evalId: string, what: string): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_EVAL_TEST_ARGUMENT',
    `VITRIAL_EVAL_TEST_ARGUMENT: evalTest(${JSON.stringify(evalId)}, …): ${what}. ` +
      "Write evalTest('eval-id', { options }, async ({ run, expect }) => { … }), or evalTest.for(['provider/model'])(…).",
  )
}

function declaring(mode: EvalTestOptions, models?: readonly string[]): DeclareEvalTest {
  return (evalId: string, ...rest: [EvalTestFunction] | [EvalTestOptions, EvalTestFunction]) => {
    const [options, assert] = rest.length === 1 ? [{}, rest[0]] : rest
    if (typeof assert !== 'function') throw wrongCall(evalId, 'its last argument is no function')
    if (typeof options !== 'object') throw wrongCall(evalId, 'its options are no object')
    registerRunMatchers()
    const provided = providedEvals()
    const context = provided.evals[evalId]
    if (!context) throw unknownEval(evalId, provided)
    for (const model of models ?? provided.models) {
      if (!provided.models.includes(model)) throw unknownModel(model, provided)
      for (let repetition = 1; repetition <= provided.repetitions; repetition++) {
        const trial = trialOf({ evalId, model, repetition })
        const settings = { concurrent: true, timeout: 0, ...options, ...mode }
        test(trialName(trial), settings, evalTestBody(trial.id, context, assert))
      }
    }
  }
}

function providedEvals(): ProvidedEvals {
  const provided: ProvidedEvals | undefined = inject(providedEvalsKey)
  if (provided) return provided
  throw new InfrastructureError(
    'VITRIAL_CHANNEL_CLOSED',
    'VITRIAL_CHANNEL_CLOSED: evalTest was called outside a project of evals. ' +
      'Name the file *.eval.ts and put it into the folder of a benchmark that defineEvals() reads.',
  )
}

function unknownEval(evalId: string, { evals }: ProvidedEvals): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_EVAL_UNKNOWN',
    `VITRIAL_EVAL_UNKNOWN: there is no eval ${JSON.stringify(evalId)} in this benchmark. ` +
      suggestionFor(evalId, Object.keys(evals)),
  )
}

function unknownModel(model: string, { models }: ProvidedEvals): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_MODEL_UNKNOWN',
    `VITRIAL_MODEL_UNKNOWN: benchmark.ts does not name the model ${JSON.stringify(model)}. ` +
      suggestionFor(model, models),
  )
}
