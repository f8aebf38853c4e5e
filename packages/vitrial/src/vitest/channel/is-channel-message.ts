/** A message of Vitrial's, of whatever protocol version, among those of Vitest. */
export interface ChannelEnvelope {
  readonly vitrial: unknown
  readonly id?: unknown
}

/** Tells Vitrial's messages from Vitest's. */
export function isChannelMessage(message: unknown): message is ChannelEnvelope {
  return typeof message === 'object' && message !== null && 'vitrial' in message
}
