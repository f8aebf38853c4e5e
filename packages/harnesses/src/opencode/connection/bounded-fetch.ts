import { setImmediate as othersWork } from 'node:timers/promises'
import { answerLimits, checkForeignJson, tooLong, type JsonLimits } from './foreign-json.ts'

/**
 * A `fetch` for answers that are parsed whole: each is read no further than its limits and checked before anybody
 * parses it, since whatever runs in a sandbox can answer in its server's place. It throws a `TooMuchOutputError`.
 *
 * @param limits of one answer; `characters` are counted as bytes. @default {@link answerLimits}
 */
export function boundedFetch(plain: typeof fetch, limits: JsonLimits = answerLimits): typeof fetch {
  return async (input, init) => {
    const response = await plain(input, init)
    if (response.body === null) return response
    const chunks: Uint8Array[] = []
    let bytes = 0
    // Leaving the loop early hangs up.
    for await (const chunk of response.body) {
      bytes += chunk.length
      if (bytes > limits.characters) throw tooLong(limits, 'one answer')
      chunks.push(chunk)
    }
    // Each takes its time where there is much, and others have work too.
    const whole = Buffer.concat(chunks)
    await othersWork()
    const text = whole.toString()
    await othersWork()
    checkForeignJson(text, limits, 'one answer')
    return new ReadResponse(text, { status: response.status, headers: response.headers })
  }
}

/** An answer that is a text already: making it one again would take as long. */
class ReadResponse extends Response {
  override readonly text: () => Promise<string>

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.text = async () => text
  }
}
