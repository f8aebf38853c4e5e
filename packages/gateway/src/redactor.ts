/** What stands where a secret was. */
export const redactionMark = '[redacted]'

/** Below this a "key" is a placeholder such as `none`, whose removal would only garble texts. */
const shortestSecret = 8

/** The part of a secret at a text's end that gives it away, where the text was cut within it. */
const shortestCutSecret = 6

/** Removes secrets by value, wherever they turn up. */
export interface Redactor {
  text(text: string): string
  /** Redacts every text within a JSON value, names included. */
  value(value: unknown): unknown
  stream(): RedactingStream
}

/** Redacts bytes on their way, also where a secret lies across two pieces. */
export interface RedactingStream {
  /** Returns what may go on at once: all of it, unless its end may be the beginning of a secret. */
  push(bytes: Uint8Array): Buffer
  /** What was held back at the end of a stream that was cut off or is complete. */
  flush(): Buffer
}

export function createRedactor(secrets: readonly string[]): Redactor {
  const needles = [
    ...new Set(
      secrets
        .filter((secret) => secret.length >= shortestSecret)
        .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]),
    ),
  ].toSorted((a, b) => b.length - a.length)

  const text = (given: string): string => replaceAll(given, needles)

  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given)
    if (Array.isArray(given)) return given.map(value)
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(Object.entries(given).map(([name, member]) => [text(name), value(member)]))
  }

  return { text, value, stream: () => createRedactingStream(needles) }
}

function createRedactingStream(needles: readonly string[]): RedactingStream {
  // One character a byte, so that no piece has to end where a character does.
  const byteNeedles = needles.map((needle) => Buffer.from(needle, 'utf8').toString('latin1'))
  let held = ''
  return {
    push(bytes) {
      const text = replaceAll(held + Buffer.from(bytes).toString('latin1'), byteNeedles)
      const heldLength = Math.max(0, ...byteNeedles.map((needle) => overlapOf(text, needle)))
      held = text.slice(text.length - heldLength)
      return Buffer.from(text.slice(0, text.length - heldLength), 'latin1')
    },
    flush() {
      const rest = held.length >= shortestCutSecret ? redactionMark : held
      held = ''
      return Buffer.from(rest, 'latin1')
    },
  }
}

function replaceAll(text: string, needles: readonly string[]): string {
  return needles.reduce((rest, needle) => rest.replaceAll(needle, redactionMark), text)
}

/** How many characters at the end of a text are the beginning of the needle. */
function overlapOf(text: string, needle: string): number {
  for (let length = Math.min(text.length, needle.length - 1); length > 0; length -= 1) {
    if (text.endsWith(needle.slice(0, length))) return length
  }
  return 0
}
