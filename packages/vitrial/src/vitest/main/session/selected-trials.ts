import { trialName, type Trial } from '@vitrial/core/trial'
import type { TestSpecification } from 'vitest/node'

export interface SelectionInput {
  readonly specification: Pick<
    TestSpecification,
    'testIds' | 'testLines' | 'testNamePattern' | 'testTagsFilter'
  >
  /** The trials of the specification's prompt.md. */
  readonly trials: readonly Trial[]
  /** `-t`, or what watch mode has put in its place. */
  readonly namePattern: RegExp | undefined
}

/**
 * The trials whose generated tests are sure to run, to be started ahead of them. Where that is not certain
 * it says none: a trial that was not started ahead starts when its test asks.
 */
export function selectedTrials({ specification, trials, namePattern }: SelectionInput): readonly Trial[] {
  const { testIds, testLines = [], testTagsFilter } = specification
  // Every generated test has the prompt's first line for its location.
  if (testIds || testTagsFilter || (testLines.length > 0 && !testLines.includes(1))) return []
  const pattern = specification.testNamePattern ?? namePattern
  return pattern ? trials.filter((trial) => trialName(trial).match(pattern)) : trials
}
