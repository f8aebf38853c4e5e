import { z } from 'zod'

const deliverySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('reference') }),
  z.strictObject({ mode: z.literal('sentinel'), path: z.string().min(1).optional() }),
  z.strictObject({ mode: z.literal('egress'), sink: z.string().min(1) }),
])

/** What of a candidate's environment is seen at the end, and how it reaches the judge. */
export const observeSettingsSchema = z.strictObject({
  target: z
    .strictObject({
      kind: z.literal('page'),
      parts: z
        .array(z.enum(['url', 'dom', 'console', 'screenshot']))
        .min(1)
        .readonly(),
      /** Where the browser's DevTools protocol is served: a port in the sandbox or a URL. */
      cdp: z.union([z.int().min(1).max(65_535), z.url()]).optional(),
    })
    .optional(),
  // No default: an absent delivery must leave the parsed settings, and so the fingerprints, unchanged.
  delivery: deliverySchema.optional(),
})
