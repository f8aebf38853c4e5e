import { z } from 'zod'

/**
 * What makes a trial's test green: `'every'` metric at 1, a mean that reaches a number in [0, 1], or
 * `'recorded'`: that it was judged at all.
 */
export const passRuleSchema = z.union([z.enum(['every', 'recorded']), z.number().min(0).max(1)])
export type PassRule = z.infer<typeof passRuleSchema>
