import { z } from 'zod'

/**
 * What became of a model call, as the gateway saw it.
 *
 * `served`: the model answered to the end. `refused`: the request itself was turned down, by the gateway or by the
 * provider, as one that is too long. `failed`: the provider did not answer as it must. `cut`: the agent hung up while
 * an answer came, which says nothing about the provider.
 */
export const callFates = ['served', 'refused', 'failed', 'cut'] as const

export const callFateSchema = z.strictObject({
  is: z.enum(callFates),
  /** Why it was not served, in words, the provider's own among them: `HTTP 503 (Overloaded)`. */
  reason: z.string().optional(),
  /** Set if no call that follows will be served either: a wrong key, no credit, no such model. */
  final: z.literal(true).optional(),
  /** Set if it was refused because the conversation is longer than the model takes. */
  tooLong: z.literal(true).optional(),
})
/** The fate of a model call as the gateway saw it, and why. */
export type CallFate = z.infer<typeof callFateSchema>
