import { keyOf } from '@vitrial/core/text'
import { trialName, type Trial } from '@vitrial/core/trial'
import type { Host } from '@vitrial/host'

/** Above so many reused trials, they are one test for each eval and model: a large resume stays small. */
export const mostReusedTests = 2_000

/**
 * The trials that are to be reused, by id, if they are so many that they shall not be tests of their own; else
 * none. Read from what is on record, without writing or waiting.
 *
 * @param namePattern `-t`: what it names keeps a test of its own, so that it finds it.
 */
export async function collapsedTrials(
  host: Pick<Host, 'trials' | 'preview'>,
  namePattern?: RegExp,
): Promise<ReadonlySet<string>> {
  if (host.trials.length <= mostReusedTests) return new Set()
  try {
    const items = await host.preview()
    const reused = items.flatMap(({ action, trial }) => (action === 'reuse' ? trial : []))
    if (reused.length <= mostReusedTests) return new Set()
    const own = namePattern ? namedTrials(reused, namePattern) : new Set()
    return new Set(reused.flatMap(({ id }) => (own.has(id) ? [] : id)))
  } catch {
    // What is wrong with the results is said when they are opened for work; listing tests needs none.
    return new Set()
  }
}

/** The name of the test that stands for so many reused trials of an eval and model. */
export function reusedTestName(evalId: string, model: string, count: number): string {
  return `${evalId} / ${model} / ${count} reused`
}

/**
 * The trials that a pattern means by their own names. Of too many, only those that it would not find in their
 * collapsed test: slow is better than nothing run.
 */
function namedTrials(reused: readonly Trial[], pattern: RegExp): ReadonlySet<string> {
  const named = reused.filter((trial) => trialName(trial).match(pattern))
  if (named.length <= mostReusedTests) return new Set(named.map(({ id }) => id))
  const counts = new Map<string, number>()
  for (const { evalId, model } of reused) {
    const key = keyOf(evalId, model)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const isLost = ({ evalId, model }: Trial): boolean =>
    reusedTestName(evalId, model, counts.get(keyOf(evalId, model)) ?? 0).match(pattern) === null
  return new Set(named.filter(isLost).map(({ id }) => id))
}
