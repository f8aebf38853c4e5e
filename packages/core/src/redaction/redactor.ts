import { redactedText } from './redacted-text.ts'
import { redactedValue } from './redacted-value.ts'
import {
  createRedactingPieces,
  createRedactingStream,
  type RedactingPieces,
  type RedactingStream,
} from './redacting-pieces.ts'
import { SecretFinder } from './secret-finder.ts'
import { bytesAsText, textAsBytes } from './secret-forms.ts'

/** Below this a "key" is a placeholder such as `none`, whose removal would only garble texts. */
const shortestSecret = 8

/**
 * Takes secrets out of what is kept, shown or passed on, in whatever spelling: as they are; with any of their characters
 * escaped as in JSON, programs, addresses, HTML or mail, also one within the other; in base64 wherever in a longer text;
 * in hex.
 */
export interface Redactor {
  text(text: string): string
  /** A copy of a JSON value of any depth with every text within it redacted, names included. */
  value(value: unknown): unknown
  /** The same in small steps, between which other work may go on: yields how many characters each has looked at. */
  steps(value: unknown): Generator<number, unknown>
  /** Redacts what may be text in any encoding that leaves ASCII alone. The same bytes where there is nothing. */
  bytes(bytes: Uint8Array): Uint8Array
  /** Redacts bytes that come in pieces. */
  stream(): RedactingStream
  /** Redacts a text that is put together from pieces. */
  pieces(): RedactingPieces
  /** One for these secrets too. */
  and(secrets: readonly string[]): Redactor
}

/** @param secrets whose removal is wanted; those of less than 8 characters are placeholders and stay. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const kept = [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret)
  const finder = new SecretFinder(kept)
  const text = (given: string): string => redactedText(given, finder)
  const hasNumbers = kept.some(isNumeric)
  return {
    text,
    value: (given) => resultOf(redactedValue(given, finder, hasNumbers)),
    steps: (given) => redactedValue(given, finder, hasNumbers),
    bytes(given) {
      if (kept.length === 0) return given
      const read = bytesAsText(given)
      const redacted = text(read)
      return redacted === read ? given : textAsBytes(redacted)
    },
    stream: () => createRedactingStream(finder),
    pieces: () => createRedactingPieces(finder),
    and: (more) => createRedactor([...kept, ...more]),
  }
}

function resultOf<T>(steps: Generator<number, T>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

function isNumeric(secret: string): boolean {
  return /^[-+.\de]+$/i.test(secret)
}
