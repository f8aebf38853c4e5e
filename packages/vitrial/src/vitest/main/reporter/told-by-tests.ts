import type { TestCase } from 'vitest/node'
import type { ToldTrials } from '../../../terminal/summary/told-trials.ts'

/**
 * What generated tests told of their trials by failing. A test that never got to know its trial, or that stands for
 * several, told nothing of one.
 */
export function toldByTests(tests: Iterable<Pick<TestCase, 'meta' | 'result'>>): ToldTrials {
  const told = new Map<string, ReadonlySet<string>>()
  for (const test of tests) {
    const trialId = trialIdOf(test.meta())
    const { state, errors } = test.result()
    if (trialId !== undefined && state === 'failed') told.set(trialId, new Set(errors.flatMap(codeOf)))
  }
  return told
}

/** From `task.meta.vitrial`. */
function trialIdOf(meta: object): string | undefined {
  const { vitrial } = meta as { readonly vitrial?: { readonly trial?: unknown } }
  return typeof vitrial?.trial === 'string' ? vitrial.trial : undefined
}

function codeOf(error: object): readonly string[] {
  return 'code' in error && typeof error.code === 'string' ? [error.code] : []
}
