import { z } from 'zod'

const contentPartSchema = z.looseObject({ type: z.string(), text: z.string().optional() })

const toolCallSchema = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  /** `arguments` is JSON text, as the model wrote it. */
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(contentPartSchema)]).nullish(),
  /** Of an assistant message. */
  tool_calls: z.array(toolCallSchema).nullish(),
  /** Of a tool message: the call it is the result of. */
  tool_call_id: z.string().nullish(),
})
/** One message of a conversation, in OpenAI's shape. */
export type ScenarioMessage = z.infer<typeof messageSchema>

const toolSchema = z.looseObject({
  type: z.string(),
  function: z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: z.unknown(),
  }),
})

/** A chat completion request, in OpenAI's shape. */
export const scenarioRequestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(messageSchema),
  tools: z.array(toolSchema).nullish(),
  stream: z.boolean().nullish(),
})
/** A chat completion request as a scenario gets it, in OpenAI's shape. */
export type ScenarioRequest = z.infer<typeof scenarioRequestSchema>

const tokens = z.int().nonnegative()

/** Describes what a scripted model does with one request. */
export const scenarioReplySchema = z.strictObject({
  text: z.string().optional(),
  /** Sent before the text, as `reasoning_content`. */
  reasoning: z.string().optional(),
  toolCalls: z
    .array(
      z
        .strictObject({
          name: z.string().min(1),
          /** Any JSON value; tools expect an object. */
          args: z.json().optional(),
          /** Sent as it is instead of `args`, for malformed JSON. */
          rawArgs: z.string().optional(),
        })
        .refine((call) => call.args !== undefined || call.rawArgs !== undefined, {
          error: 'A tool call needs args (or rawArgs).',
        }),
    )
    .optional(),
  /** What is not given is worked out from the lengths of the texts. */
  usage: z
    .strictObject({
      inputTokens: tokens.optional(),
      outputTokens: tokens.optional(),
      reasoningTokens: tokens.optional(),
      cacheReadTokens: tokens.optional(),
      cacheWriteTokens: tokens.optional(),
    })
    .optional(),
  /** Waits before the first byte. */
  delayMs: z.number().nonnegative().max(2_147_483_647).optional(),
  /** Answers with an HTTP error instead of everything else. */
  error: z
    .strictObject({
      status: z.int().min(400).max(599),
      message: z.string(),
      /** Sent as `Retry-After`, in seconds. */
      retryAfterS: z.int().nonnegative().optional(),
    })
    .optional(),
  /** Never finishes: sends text and reasoning and then nothing more. */
  hang: z.boolean().optional(),
})
/** What a scripted model does with one request: it answers, fails, waits or hangs. */
export type ScenarioReply = z.input<typeof scenarioReplySchema>

/**
 * Answers a request as a scripted model.
 *
 * It should decide from its arguments alone: requests of many runs arrive in any order.
 *
 * @param turn how many assistant messages there are since the last user message; 0 answers the user.
 *
 * @example
 * const careful: Scenario = (request, turn) =>
 *   turn === 0
 *     ? { toolCalls: [{ name: 'bash', args: { command: 'ls', description: 'Lists files' } }] }
 *     : { text: 'Done.' }
 * export default careful
 */
export type Scenario = (request: ScenarioRequest, turn: number) => ScenarioReply | Promise<ScenarioReply>
