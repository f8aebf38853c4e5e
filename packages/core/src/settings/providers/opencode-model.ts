import { z } from 'zod'

const modality = z.enum(['text', 'audio', 'image', 'video', 'pdf'])

/**
 * What OpenCode's own configuration says of a model besides its name, price, limits and options: what the model can do,
 * which OpenCode in the sandbox goes by. Vitrial passes it on as it is.
 */
export const openCodeModelShape = {
  family: z.string().optional(),
  release_date: z.string().optional(),
  attachment: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  reasoning_options: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('effort'), values: z.array(z.string()).readonly() }),
        z.strictObject({ type: z.literal('toggle') }),
        z.strictObject({
          type: z.literal('budget_tokens'),
          min: z.int().optional(),
          max: z.int().optional(),
        }),
      ]),
    )
    .readonly()
    .optional(),
  temperature: z.boolean().optional(),
  tool_call: z.boolean().optional(),
  interleaved: z.union([z.boolean(), z.string(), z.strictObject({ field: z.string() })]).optional(),
  modalities: z
    .strictObject({
      input: z.array(modality).readonly().optional(),
      output: z.array(modality).readonly().optional(),
    })
    .optional(),
  experimental: z.boolean().optional(),
  status: z.enum(['alpha', 'beta', 'deprecated', 'active']).optional(),
} as const
