import { metricFailureMessage } from '@vitrial/core/outcome'
import { describeExpectedCitation, isCitationMatched, type ExpectedCitation } from './expected-citation.ts'
import { metricOf, undecided } from './judged-metric.ts'
import type { RunMatcher } from './run-matcher.ts'

export const toCite: RunMatcher<[metricId: string, citation: ExpectedCitation]> = async (
  { run, isNot },
  metricId,
  expected,
) => {
  const judging = await run.judged()
  const metric = metricOf(run, judging, metricId)
  if (metric.value === null) throw undecided(run, [metric])
  const said = isNot ? 'cites' : 'does not cite'
  const headline = `${metricId} ${said} ${describeExpectedCitation(expected)}`
  return {
    pass: metric.evidence.some((citation) => isCitationMatched(citation, expected)),
    message: () => metricFailureMessage({ metrics: [metric], judging, headline }),
    failure: 'VITRIAL_METRIC_FAILED',
    metricId,
  }
}
