import { createParser } from 'eventsource-parser'
import type { TokenCounts } from '../token-counts.ts'
import { reportedTokens } from './reported-tokens.ts'

/** No event and no JSON body with a usage in it comes near; more is read past. */
const limitCharacters = 32 * 1024 * 1024

export interface UsageReaderEvents {
  /** Told also of what cannot be believed: nobody knows then what was used. */
  readonly onTokens: (tokens: TokenCounts | 'unbelievable') => void
  /** The model has said everything. */
  readonly onComplete: () => void
}

/** Reads the usage out of a response that passes by. */
export interface UsageReader {
  read(bytes: Uint8Array): void
  /** The response has ended. */
  end(): void
}

/** @param contentType the response's; anything but an event stream is taken for JSON. */
export function createUsageReader(contentType: string | undefined, events: UsageReaderEvents): UsageReader {
  return contentType?.toLowerCase().includes('text/event-stream')
    ? eventStreamReader(events)
    : jsonReader(events)
}

function eventStreamReader({ onTokens, onComplete }: UsageReaderEvents): UsageReader {
  const decoder = new TextDecoder()
  let isReadable = true
  const parser = createParser({
    maxBufferSize: limitCharacters,
    onEvent({ data }) {
      if (data === '[DONE]') return onComplete()
      const tokens = reportedTokens(parsedJson(data))
      if (tokens) onTokens(tokens)
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') isReadable = false
    },
  })
  return {
    read(bytes) {
      if (isReadable) parser.feed(decoder.decode(bytes, { stream: true }))
    },
    end() {
      // Some servers leave out the last empty line.
      if (isReadable) parser.reset({ consume: true })
    },
  }
}

function jsonReader({ onTokens, onComplete }: UsageReaderEvents): UsageReader {
  const decoder = new TextDecoder()
  let text: string | undefined = ''
  return {
    read(bytes) {
      if (text === undefined) return
      text += decoder.decode(bytes, { stream: true })
      if (text.length > limitCharacters) text = undefined
    },
    end() {
      onComplete()
      const tokens = text === undefined ? undefined : reportedTokens(parsedJson(text))
      if (tokens) onTokens(tokens)
    },
  }
}

/** Undefined for what is not JSON: it then reports no usage. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
