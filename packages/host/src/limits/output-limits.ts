const mebibyte = 1024 * 1024

/** How many bytes of each kind may be recorded of one run, before they are compressed. */
export type OutputLimits = Readonly<Record<'events' | 'traffic' | 'attachments', number>>

/**
 * An agent without end must fill neither the disk nor the memory of its host; one that works for long must not come
 * near: this is the output of more than a thousand tool calls, each as long as agents cut it. Whoever reads evidence holds
 * all events in memory. Traffic lies on disk alone, and every model call repeats
 * the conversation so far: this is 2,500 calls with a full context of 200,000 tokens.
 */
export const outputLimits: OutputLimits = {
  events: 64 * mebibyte,
  traffic: 2048 * mebibyte,
  attachments: 256 * mebibyte,
}

/** The same of a judge. What it asks of its tools and submits to them is held in memory until the judge ends. */
export type JudgeOutputLimits = Readonly<Record<'traffic' | 'tool calls', number>>

export const judgeOutputLimits: JudgeOutputLimits = {
  traffic: outputLimits.traffic,
  'tool calls': 64 * mebibyte,
}
