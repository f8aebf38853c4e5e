import type { Host } from '@vitrial/host'

/** Above so many reused trials, they are one test for each eval and model: a large resume stays small. */
export const mostReusedTests = 2_000

/**
 * The trials that are to be reused, by id, if they are so many that they shall not be tests of their own; else
 * none. Read from what is on record, without writing or waiting.
 */
export async function collapsedTrials(host: Pick<Host, 'trials' | 'preview'>): Promise<ReadonlySet<string>> {
  if (host.trials.length <= mostReusedTests) return new Set()
  try {
    const items = await host.preview()
    const reused = items.filter(({ action }) => action === 'reuse')
    return new Set(reused.length > mostReusedTests ? reused.map(({ trial }) => trial.id) : [])
  } catch {
    // What is wrong with the results is said when they are opened for work; listing tests needs none.
    return new Set()
  }
}
