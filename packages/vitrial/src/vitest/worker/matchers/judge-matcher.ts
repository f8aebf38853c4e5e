import { metricFailureMessage } from '@vitrial/core/outcome'
import { matchMetric, type ExpectedMetric } from './expected-metric.ts'
import { metricOf, undecided } from './judged-metric.ts'
import type { RunMatcher } from './run-matcher.ts'

export const judgeMatcher: RunMatcher<[expected: Readonly<Record<string, ExpectedMetric>>]> = async (
  { run },
  expected,
) => {
  const wanted = Object.entries(expected)
  const judging = await run.judged()
  const matches = wanted.map(([id, value]) => {
    const metric = metricOf(run, judging, id)
    return { metric, match: matchMetric(metric, value) }
  })
  const differing = matches.flatMap(({ metric, match }) =>
    match.result === 'differs' ? [{ metric, how: match.how }] : [],
  )
  const open = matches.filter(({ match }) => match.result === 'undecided').map(({ metric }) => metric)
  // One that differs settles it, whatever the others may be.
  if (differing.length === 0 && open.length > 0) throw undecided(run, open)
  const shown =
    differing.length > 0 ? differing.map(({ metric }) => metric) : matches.map(({ metric }) => metric)
  const headline =
    differing.length > 0
      ? differing.map(({ how }) => how).join('; ')
      : `judged as it was expected not to be: ${wanted.map(([id]) => id).join(', ')}`
  const [first] = shown
  return {
    pass: differing.length === 0,
    message: () => metricFailureMessage({ metrics: shown, judging, headline }),
    failure: 'VITRIAL_METRIC_FAILED',
    ...(first && { metricId: first.id }),
  }
}
