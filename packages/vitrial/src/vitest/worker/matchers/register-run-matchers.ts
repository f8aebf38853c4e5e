import { expect } from 'vitest'
import { judgeMatcher } from './judge-matcher.ts'
import { vitestMatcher } from './run-matcher.ts'
import { toCite } from './to-cite.ts'
import { toCostLessThan } from './to-cost-less-than.ts'
import { toFinishWithin } from './to-finish-within.ts'
import { toHaveCalledTool } from './to-have-called-tool.ts'
import { toHaveScore } from './to-have-score.ts'
import { toHaveWritten } from './to-have-written.ts'
import { toPassMetric } from './to-pass-metric.ts'

/** Makes Vitest's `expect`, local ones too, know the matchers of a run. Once is enough for a worker. */
export function registerRunMatchers(): void {
  if ('toPassMetric' in expect) return
  expect.extend({
    toPassMetric: vitestMatcher('toPassMetric', toPassMetric),
    judge: vitestMatcher('judge', judgeMatcher),
    toHaveScore: vitestMatcher('toHaveScore', toHaveScore),
    toCite: vitestMatcher('toCite', toCite),
    toHaveCalledTool: vitestMatcher('toHaveCalledTool', toHaveCalledTool),
    toHaveWritten: vitestMatcher('toHaveWritten', toHaveWritten),
    toCostLessThan: vitestMatcher('toCostLessThan', toCostLessThan),
    toFinishWithin: vitestMatcher('toFinishWithin', toFinishWithin),
  })
}
