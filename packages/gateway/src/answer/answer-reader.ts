import { createParser } from 'eventsource-parser'
import { reportedTokens } from '../accounting/reported-tokens.ts'
import type { TokenCounts } from '../accounting/token-counts.ts'
import { parsedJson } from './parsed-json.ts'

/** No event and no JSON body of an answer comes near; more is read past. */
const limitCharacters = 32 * 1024 * 1024

/** So much of a body is kept to find the provider's words in. */
const headCharacters = 64 * 1024

/** What was seen of an answer so far. */
export interface SeenAnswer {
  /** The beginning of the body. */
  readonly head: string
  /** Something of the wire format came: a choice. */
  readonly hasChoice: boolean
  /** The model said something: text, reasoning or a tool call. */
  readonly hasContent: boolean
  /** Why the model ended, where it says so. */
  readonly finishReason: string | undefined
  /** The mark that ends a stream came. */
  readonly hasEndMark: boolean
  /** The body of an error within the answer, as JSON. */
  readonly error: string | undefined
  /** What in it is not the wire format. */
  readonly malformed: string | undefined
}

export interface AnswerReaderEvents {
  /** Told also of what cannot be believed: nobody knows then what was used. */
  readonly onTokens: (tokens: TokenCounts | 'unbelievable') => void
  /** Something of the answer came. Comments and blanks, which only keep a connection, are nothing. */
  readonly onSign: () => void
  /** The model has said everything. */
  readonly onComplete: () => void
}

/** Reads an answer that passes by: what it used, and whether it is one. */
export class AnswerReader {
  readonly #events: AnswerReaderEvents
  readonly #isStream: boolean
  readonly #decoder = new TextDecoder()
  readonly #parser: ReturnType<typeof createParser>
  #text: string | undefined = ''
  #head = ''
  #isReadable = true
  #hasChoice = false
  #hasContent = false
  #finishReason: string | undefined
  #hasEndMark = false
  #error: string | undefined
  #malformed: string | undefined

  /** @param isStream whether a stream was asked for: what came is read as that, whatever it says it is. */
  constructor(isStream: boolean, events: AnswerReaderEvents) {
    this.#isStream = isStream
    this.#events = events
    this.#parser = createParser({
      maxBufferSize: limitCharacters,
      onEvent: ({ event, data }) => this.#takeEvent(event, data),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#giveUp()
      },
    })
  }

  get seen(): SeenAnswer {
    return {
      head: this.#head,
      hasChoice: this.#hasChoice,
      hasContent: this.#hasContent,
      finishReason: this.#finishReason,
      hasEndMark: this.#hasEndMark,
      error: this.#error,
      malformed: this.#malformed,
    }
  }

  read(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true })
    if (this.#head.length < headCharacters) this.#head += text.slice(0, headCharacters - this.#head.length)
    if (this.#isStream) {
      if (this.#isReadable) this.#parser.feed(text)
      return
    }
    if (text.trim() !== '') this.#events.onSign()
    if (this.#text !== undefined) this.#text += text
    if (this.#text !== undefined && this.#text.length > limitCharacters) this.#giveUp()
  }

  /** The response has ended by itself. */
  end(): void {
    if (this.#isStream) {
      // Some servers leave out the last empty line.
      if (this.#isReadable) this.#parser.feed('\n\n')
      if (!this.#hasChoice && this.#error === undefined) this.#takeInPlaceOfStream(parsedJson(this.#head))
      return
    }
    if (this.#text === undefined) return
    const value = parsedJson(this.#text)
    if (value === undefined) this.#malformed ??= 'what is not JSON'
    else this.#take(value, this.#text)
    this.#text = ''
  }

  #takeEvent(event: string | undefined, data: string): void {
    if (data === '[DONE]') {
      this.#hasEndMark = true
      return this.#events.onComplete()
    }
    // The end mark is the end, whatever a server sends after it.
    if (this.#hasEndMark) return
    this.#events.onSign()
    const value = parsedJson(data)
    if (event === 'error') this.#error ??= data
    else if (value === undefined) this.#malformed ??= 'an event that is not JSON'
    else this.#take(value, data)
  }

  /** An error says what is wrong also where it is no stream; a whole completion was paid for all the same. */
  #takeInPlaceOfStream(value: unknown): void {
    if (membersOf(value).isError) this.#error = this.#head
    const tokens = reportedTokens(value)
    if (tokens) this.#events.onTokens(tokens)
  }

  #take(value: unknown, text: string): void {
    const { choices, error, isError } = membersOf(value)
    if (isError) this.#error ??= error === undefined ? text : JSON.stringify({ error })
    for (const choice of choices) this.#takeChoice(choice)
    const tokens = reportedTokens(value)
    if (tokens) this.#events.onTokens(tokens)
  }

  #takeChoice(choice: unknown): void {
    if (typeof choice !== 'object' || choice === null) return
    this.#hasChoice = true
    const members = new Map<string, unknown>(Object.entries(choice))
    const error = members.get('error')
    if (typeof error === 'object' && error !== null) this.#error ??= JSON.stringify({ error })
    this.#hasContent ||= hasContent(members.get('delta')) || hasContent(members.get('message'))
    const reason = members.get('finish_reason')
    if (typeof reason === 'string' && reason !== '') this.#finishReason = reason
  }

  #giveUp(): void {
    this.#isReadable = false
    this.#text = undefined
    this.#malformed ??= `more than ${limitCharacters / 1024 / 1024} MiB in one piece`
  }
}

interface Members {
  readonly choices: readonly unknown[]
  readonly error: unknown
  readonly isError: boolean
}

function membersOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null) return { choices: [], error: undefined, isError: false }
  const members = new Map<string, unknown>(Object.entries(Array.isArray(value) ? (value[0] ?? {}) : value))
  const choices = members.get('choices')
  const error = members.get('error')
  const hasError = error !== undefined && error !== null && error !== false
  const isError = hasError || members.get('type') === 'error' || members.get('object') === 'error'
  return { choices: Array.isArray(choices) ? choices : [], error: hasError ? error : undefined, isError }
}

const contentMembers = [
  'content',
  'reasoning',
  'reasoning_content',
  'reasoning_text',
  'tool_calls',
  'refusal',
]

function hasContent(said: unknown): boolean {
  if (typeof said !== 'object' || said === null) return false
  const members = new Map<string, unknown>(Object.entries(said))
  return contentMembers.some((name) => {
    const content = members.get(name)
    return typeof content === 'string' || Array.isArray(content) ? content.length > 0 : false
  })
}
