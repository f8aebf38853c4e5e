import { Budget, type Invocation } from '@vitrial/core/cost'
import { v7 as uuidv7 } from 'uuid'
import type { Vitest } from 'vitest/node'
import { RegistrySlot } from '../../../registry/registry-slot.ts'

const slot = new RegistrySlot<WeakMap<Vitest, Invocation>>('invocations')

/** The invocation that a Vitest is: one for all its projects of evals and, in watch mode, for every rerun. */
export function invocationOf(vitest: Vitest, maxCostUsd: number | undefined): Invocation {
  const invocations = slot.valueOr(() => new WeakMap())
  const known = invocations.get(vitest)
  if (known) return known
  const invocation = { id: uuidv7(), budget: new Budget(maxCostUsd) }
  invocations.set(vitest, invocation)
  return invocation
}
