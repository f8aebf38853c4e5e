import { describe, expectTypeOf, test } from 'vitest'
import type { Benchmark, Candidate, Container, Judge } from './benchmark.ts'
import type { BenchmarkInput } from '../schemas/benchmark-settings.ts'
import type { Eval } from './eval.ts'
import type { EvalInput } from '../schemas/eval-settings.ts'
import type { Model, Provider } from './provider.ts'

type Part<Of, Key extends keyof Of> = NonNullable<Of[Key]>
type InputProvider = Part<Part<BenchmarkInput, 'candidate'>, 'providers'>[string]

test('what a person may write parses', () => {
  expectTypeOf<Benchmark>().toExtend<BenchmarkInput>()
  expectTypeOf<Eval>().toExtend<EvalInput>()
})

// A setting that lands goes from the second list into its interface, with its comment.
describe('a type offers every setting that works, and none that would be refused', () => {
  test('of a benchmark', () => {
    expectTypeOf<Exclude<keyof BenchmarkInput, keyof Benchmark>>().toEqualTypeOf<
      'suite' | 'weight' | 'arms' | 'baselineArm' | 'gate' | 'limits' | 'sinks' | 'calibration'
    >()
  })

  test('of a judge', () => {
    expectTypeOf<Exclude<keyof Part<BenchmarkInput, 'judge'>, keyof Judge>>().toEqualTypeOf<
      'models' | 'rule' | 'repetitions' | 'kind' | 'websearch' | 'runtime' | 'verification'
    >()
  })

  test('of a candidate', () => {
    expectTypeOf<Exclude<keyof Part<BenchmarkInput, 'candidate'>, keyof Candidate>>().toEqualTypeOf<
      'websearch' | 'maxCostUsd' | 'network'
    >()
  })

  test('of containers, providers and models', () => {
    expectTypeOf<keyof Container>().toEqualTypeOf<keyof Part<BenchmarkInput, 'container'>>()
    expectTypeOf<keyof Provider>().toEqualTypeOf<keyof InputProvider>()
    expectTypeOf<keyof Part<Provider, 'options'>>().toEqualTypeOf<keyof Part<InputProvider, 'options'>>()
    expectTypeOf<keyof Model>().toEqualTypeOf<keyof Part<InputProvider, 'models'>[string]>()
  })

  test('of an eval', () => {
    expectTypeOf<Exclude<keyof EvalInput, keyof Eval>>().toEqualTypeOf<
      'container' | 'workspace' | 'prepare' | 'placement' | 'earlyStop' | 'oracle' | 'guards' | 'observe'
    >()
  })
})
