import { z } from 'zod'

/** As much of a chat completion request as every provider needs; the rest is passed on untouched. */
export const chatBodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.unknown()),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
})
export type ChatBody = z.infer<typeof chatBodySchema>
