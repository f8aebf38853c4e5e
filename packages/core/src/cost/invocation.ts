import type { Budget } from './budget.ts'

/**
 * One start of Vitest or of a command, watch mode's reruns and all projects included. What it starts carries its id,
 * and its cost limit holds for all of it together.
 */
export interface Invocation {
  readonly id: string
  readonly budget: Budget
}
