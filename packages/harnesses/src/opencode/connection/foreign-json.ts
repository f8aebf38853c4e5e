/** How much a JSON text may hold, so that parsing it holds up nobody: time goes with values more than with characters. */
export interface JsonLimits {
  readonly characters: number
  /** Elements, properties, arrays and objects. */
  readonly values: number
}

const mebi = 1024 * 1024

/** One event. An image that the agent looks at is a text of up to 5 MiB in it. */
export const eventLimits: JsonLimits = { characters: 8 * mebi, values: 20_000 }

/** One answer, which may be a message with several images. */
export const answerLimits: JsonLimits = { characters: 16 * mebi, values: 50_000 }

/** A server in a sandbox gave more than is read of it. Says how much in words, as in "more than 8 MiB in one event". */
export class TooMuchOutputError extends Error {
  override readonly name = 'TooMuchOutputError'
  readonly tooMuch: string

  constructor(tooMuch: string) {
    super(`OpenCode's server gave ${tooMuch}.`)
    this.tooMuch = tooMuch
  }
}

/**
 * Checks a text from a sandbox before it is parsed, in one pass and without recursion. Says nothing about whether it
 * is JSON.
 *
 * @param what it is, as in "one event"
 * @throws {TooMuchOutputError}
 */
export function checkForeignJson(text: string, limits: JsonLimits, what: string): void {
  if (text.length > limits.characters) throw tooLong(limits, what)
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at + 1)
    else if (code === comma || code === openBracket || code === openBrace) values += 1
    if (values > limits.values) throw new TooMuchOutputError(`more than ${limits.values} values in ${what}`)
  }
}

export function tooLong({ characters }: JsonLimits, what: string): TooMuchOutputError {
  return new TooMuchOutputError(`more than ${characters / mebi} MiB in ${what}`)
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openBracket = 0x5b
const openBrace = 0x7b

/** Where a string ends that began before; the text's end if it does not. */
function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && isEscaped(text, at, from)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at
}

/** True if a character within a string has an odd number of backslashes before it. */
function isEscaped(text: string, at: number, from: number): boolean {
  let before = at
  while (before > from && text.charCodeAt(before - 1) === backslash) before -= 1
  return (at - before) % 2 === 1
}
