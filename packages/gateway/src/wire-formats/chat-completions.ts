import { isDeepStrictEqual } from 'node:util'
import { ellipsize } from '@vitrial/core/text'
import { z } from 'zod'
import { each, fields, typed, whole, type Passing } from './passing.ts'
import type { WireFormat } from './wire-format.ts'

/** Names are the agent's: no more of them are kept than a person reads. */
const mostNamed = 20
const longestName = 100

const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.unknown()),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
})
/** A chat completion request, as far as it is looked at. */
export type ChatBody = z.infer<typeof bodySchema>

/** OpenAI's chat completions, and what providers and OpenCode have added to them. */
export const chatCompletions: WireFormat<ChatBody> = {
  route: 'POST /v1/chat/completions',
  parse(value) {
    const parsed = bodySchema.safeParse(value)
    if (parsed.success) return { body: parsed.data }
    return { problem: `Not a chat request: ${z.prettifyError(parsed.error)}` }
  },
  pass(body, declared) {
    const leftOut = new Set<string>()
    const leave = (place: string): void => void leftOut.add(place)
    const passed = Object.entries(body).flatMap(([name, value]) => {
      if (isDeclared(name, value, declared)) return [[name, value] as const]
      const passing = Object.hasOwn(passingFields, name) ? passingFields[name] : undefined
      const left = passing ? passing(value, name, leave) : leave(name)
      return left === undefined ? [] : [[name, left] as const]
    })
    return {
      body: bodySchema.parse(withoutEmptyTools(Object.fromEntries(passed))),
      leftOut: [...leftOut].slice(0, mostNamed).map((place) => ellipsize(place, longestName)),
    }
  },
}

/** Only what lies in the request itself: for an address the provider would go to the web. */
const inline: Passing = (value, place, leave) =>
  typeof value === 'string' && !/^data:/i.test(value) ? leave(place) : value

/** Base64, for which some providers take an address too. */
const inlineData: Passing = (value, place, leave) =>
  typeof value === 'string' && value.includes(':') ? inline(value, place, leave) : value

const cached = { cache_control: fields({ type: whole }) }

const knownPart = typed({
  text: { text: whole, ...cached },
  refusal: { refusal: whole },
  thinking: { thinking: whole, signature: whole },
  image_url: {
    image_url: (value, place, leave) =>
      typeof value === 'string'
        ? inline(value, place, leave)
        : fields({ url: inline, detail: whole })(value, place, leave),
    ...cached,
  },
  input_audio: { input_audio: fields({ data: inlineData, format: whole }) },
  file: { file: fields({ filename: whole, file_data: inlineData }), ...cached },
})

/** What does not pass leaves a note to the model, so that a message still says that there was something. */
const contentPart: Passing = (value, place, leave) => {
  const before: string[] = []
  const passed = knownPart(value, place, (at) => void before.push(at))
  for (const at of before) leave(at)
  const isMaimed = before.some((at) => /\.(?:image_url|url|data|file_data|file_id)$/.test(at))
  return passed === undefined || isMaimed
    ? { type: 'text', text: '[left out: it is not part of the request itself]' }
    : passed
}

const toolCall = typed({
  function: {
    id: whole,
    index: whole,
    function: fields({ name: whole, arguments: whole }),
    // Gemini's signatures of thoughts, without which it refuses its own calls.
    extra_content: whole,
  },
  custom: { id: whole, index: whole, custom: fields({ name: whole, input: whole }) },
})

const message = fields({
  role: whole,
  content: each(contentPart),
  name: whole,
  tool_calls: each(toolCall),
  tool_call_id: whole,
  function_call: fields({ name: whole, arguments: whole }),
  refusal: whole,
  reasoning: whole,
  reasoning_content: whole,
  reasoning_details: whole,
  reasoning_text: whole,
  reasoning_opaque: whole,
  ...cached,
})

/** Tools that the agent itself carries out. Any other type runs at the provider's: a search, an interpreter. */
const tool = typed({
  function: {
    function: fields({ name: whole, description: whole, parameters: whole, strict: whole }),
    ...cached,
  },
  custom: { custom: fields({ name: whole, description: whole, format: whole }), ...cached },
})

/** What may pass of a request. What is not here is left out. */
const passingFields: Readonly<Record<string, Passing>> = {
  model: whole,
  messages: each(message),
  stream: whole,
  stream_options: fields({ include_usage: whole, include_obfuscation: whole }),
  tools: each(tool),
  tool_choice: typed({
    function: { function: fields({ name: whole }) },
    custom: { custom: fields({ name: whole }) },
  }),
  parallel_tool_calls: whole,
  functions: each(fields({ name: whole, description: whole, parameters: whole })),
  function_call: fields({ name: whole }),
  response_format: whole,
  max_tokens: whole,
  max_completion_tokens: whole,
  stop: whole,
  seed: whole,
  temperature: whole,
  top_p: whole,
  top_k: whole,
  top_a: whole,
  min_p: whole,
  frequency_penalty: whole,
  presence_penalty: whole,
  repetition_penalty: whole,
  logit_bias: whole,
  logprobs: whole,
  top_logprobs: whole,
  // How much and how openly it thinks, under every provider's name for it.
  reasoning_effort: whole,
  reasoning: fields({ effort: whole, max_tokens: whole, exclude: whole, enabled: whole, summary: whole }),
  include_reasoning: whole,
  reasoning_format: whole,
  reasoning_split: whole,
  thinking: whole,
  thinking_budget: whole,
  enable_thinking: whole,
  chat_template_kwargs: whole,
  chat_template_args: whole,
  verbosity: whole,
  prompt_cache_key: whole,
  safety_identifier: whole,
  user: whole,
  usage: fields({ include: whole }),
}

/** The benchmark's own word: whatever the field, with the value that it declares. */
function isDeclared(name: string, value: unknown, declared: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(declared, name) && isDeepStrictEqual(value, declared[name])
}

/** Without tools a provider takes neither an empty list of them nor a choice among them. */
function withoutEmptyTools(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Array.isArray(body['tools']) || body['tools'].length > 0) return body
  const { tools: _tools, tool_choice: _choice, parallel_tool_calls: _parallel, ...rest } = body
  return rest
}
