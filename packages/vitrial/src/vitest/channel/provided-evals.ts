import type { EvalContext } from './eval-context.ts'

/**
 * What test files know of the benchmark while they are collected: Vitest hands it to its workers with what
 * projects `provide`.
 */
export interface ProvidedEvals {
  readonly models: readonly string[]
  readonly repetitions: number
  /** By eval id. */
  readonly evals: Readonly<Record<string, EvalContext>>
}

export const providedEvalsKey = 'vitrial:evals'

declare module 'vitest' {
  interface ProvidedContext {
    [providedEvalsKey]: ProvidedEvals
  }
}
