import { BenchmarkError } from '@vitrial/core/errors'
import { citationKinds } from '@vitrial/core/evidence'
import { z } from 'zod'

/** The arguments that a matcher takes. */
export interface MatcherArguments {
  readonly schema: z.ZodType<unknown[]>
  /** A call that is right, for who made a wrong one. */
  readonly example: string
}

const text = z.union([z.string(), z.instanceof(RegExp)], { error: 'wants text or a pattern' })
const metricId = z.string({ error: 'wants the id of a metric' }).min(1, { error: 'wants the id of a metric' })
const shareError = 'wants a number from 0 to 1: for 80 % write 0.8'
const share = z.number({ error: shareError }).min(0, { error: shareError }).max(1, { error: shareError })
const amount = z.number({ error: 'wants a number' }).nonnegative({ error: 'wants a number of at least 0' })
const path = z.string({ error: 'wants a path' }).regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))./, {
  error: 'wants a path in the workspace, as in src/sum.js',
})

const citation = fieldsOr(text, {
  kind: z.enum(citationKinds, { error: `is one of ${citationKinds.join(', ')}` }).optional(),
  id: z.string({ error: 'wants an id' }).optional(),
  path: z.string({ error: 'wants a path' }).optional(),
  revision: z.enum(['initial', 'final'], { error: 'is initial or final' }).optional(),
  quote: text.optional(),
})

const metric = fieldsOr(share.nullable(), {
  value: share.nullable(),
  evidence: z.array(citation, { error: 'wants a list of citations' }).optional(),
})

const score = fieldsOr(share, { min: share.optional(), max: share.optional() })
  .refine((expected) => !isFields(expected) || Object.keys(expected).length > 0, {
    error: 'expects nothing: write min, max or both',
  })
  .refine((expected) => !isFields(expected) || !(Number(expected['min']) > Number(expected['max'])), {
    error: 'has a min above its max: nothing lies there',
  })

const toolCall = z.strictObject({
  input: z
    .union([z.instanceof(RegExp), z.record(z.string(), z.unknown())], { error: 'wants a pattern or fields' })
    .optional(),
  output: text.optional(),
  times: z.int({ error: 'wants a whole number' }).nonnegative({ error: 'wants at least 0' }).optional(),
})

const metrics = z
  .record(z.string(), metric, { error: 'wants values by metric' })
  .refine((expected) => Object.keys(expected).length > 0, {
    error: 'expects nothing of any metric: name at least one',
  })

/** By matcher. */
export const matcherArguments = {
  toPassMetric: { schema: z.tuple([metricId]), example: "toPassMetric('asked_dialect')" },
  judge: { schema: z.tuple([metrics]), example: 'judge({ asked_dialect: 1 })' },
  toHaveScore: {
    schema: z.tuple([score]),
    example: 'toHaveScore(0.8), or toHaveScore({ min: 0.5, max: 0.9 })',
  },
  toCite: { schema: z.tuple([metricId, citation]), example: "toCite('asked_dialect', /which dialect/)" },
  toHaveCalledTool: {
    schema: z.tuple([text, toolCall.optional()]),
    example: "toHaveCalledTool('bash', { input: /npm test/ })",
  },
  toHaveWritten: {
    schema: z.tuple([path, text.optional()]),
    example: "toHaveWritten('src/sum.js', 'a + b')",
  },
  toCostLessThan: { schema: z.tuple([amount]), example: 'toCostLessThan(0.05), in US dollars' },
  toFinishWithin: { schema: z.tuple([amount]), example: 'toFinishWithin(60_000), in milliseconds' },
} satisfies Readonly<Record<string, MatcherArguments>>

/** @throws {BenchmarkError} `VITRIAL_MATCHER_ARGUMENT`, saying what is wrong and how it is written. */
export function checkArguments(name: keyof typeof matcherArguments, given: readonly unknown[]): void {
  const { schema, example } = matcherArguments[name]
  const [issue] = schema.safeParse(given).error?.issues ?? []
  if (issue === undefined) return
  throw new BenchmarkError(
    'VITRIAL_MATCHER_ARGUMENT',
    `expect(run).${name}: ${saidOf(issue)}. Write ${example}.`,
  )
}

function saidOf(issue: z.core.$ZodIssue): string {
  const [index, ...keys] = issue.path
  if (typeof index !== 'number') return 'it takes other arguments'
  const argument = `the ${index === 0 ? 'first' : 'second'} argument`
  const place = keys.length === 0 ? argument : `${keys.map(String).join('.')} of ${argument}`
  if (issue.code !== 'unrecognized_keys') return `${place} ${issue.message}`
  return `${place} has no ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
}

/** Fields, or something else. A union of both would only say that it is neither. */
function fieldsOr(other: z.ZodType, fields: Readonly<Record<string, z.ZodType>>): z.ZodType {
  const object = z.strictObject(fields)
  return z.unknown().superRefine((value, context) => {
    const { error } = (isFields(value) ? object : other).safeParse(value)
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue })
  })
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp)
}
