import { z } from 'zod'

/**
 * A trial's test is green by this rule: `'every'` metric at 1, a mean that reaches a number in [0, 1], or
 * `'recorded'`: that it was judged at all.
 */
export const passRuleSchema = z.union([z.enum(['every', 'recorded']), z.number().min(0).max(1)])
/** The rule by which a trial's test is green, see {@link passRuleSchema}. */
export type PassRule = z.infer<typeof passRuleSchema>
