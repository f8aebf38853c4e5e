import { redactionMark } from './redaction-mark.ts'
import type { SecretFinder } from './secret-finder.ts'
import { bytesAsText, textAsBytes } from './secret-forms.ts'

/** The part of a secret at a text's end that gives it away, where the text was cut within it. */
const shortestCutSecret = 6

/** So much of a secret may be given out before it is known for one: what keys of a kind have in common. */
const mostReleased = 3

/** Redacts a text that comes in pieces, also where a secret lies across some of them. */
export interface RedactingPieces {
  /** Whether something was taken out so far. */
  readonly hasRedacted: boolean
  /** Returns what may go on at once: all of it, unless its end may be the beginning of a secret. */
  push(text: string): string
  /** Gives out what is held back if it is too short to say anything; the rest of the secret would still be found. */
  release(): string
  /** What was held back, at the end of a text that was cut off or is complete. */
  flush(): string
}

/** The same for bytes, in any encoding that leaves ASCII alone. */
export interface RedactingStream {
  /** Whether something was taken out so far. */
  readonly hasRedacted: boolean
  push(bytes: Uint8Array): Uint8Array
  flush(): Uint8Array
}

export function createRedactingStream(finder: SecretFinder): RedactingStream {
  const pieces = createRedactingPieces(finder)
  return {
    get hasRedacted() {
      return pieces.hasRedacted
    },
    push(bytes) {
      const text = bytesAsText(bytes)
      const out = pieces.push(text)
      return out === text ? bytes : textAsBytes(out)
    },
    flush: () => textAsBytes(pieces.flush()),
  }
}

export function createRedactingPieces(finder: SecretFinder): RedactingPieces {
  // What may be the beginning of a secret: first what was given out of it, then what was not.
  let given = ''
  let held = ''
  let heldOfSecret = 0
  let hasRedacted = false

  const take = (piece: string, isOpen: boolean): string => {
    const text = given + held + piece
    let out = ''
    let at = given.length
    let rest = text.length
    heldOfSecret = 0
    let found = finder.find(text, { from: 0, isOpen })
    while (found && found.cutAfter === undefined) {
      out += text.slice(at, Math.max(at, found.start)) + redactionMark
      hasRedacted = true
      at = found.end
      found = finder.find(text, { from: at, isOpen })
    }
    if (found) {
      rest = found.start
      heldOfSecret = found.cutAfter ?? 0
    }
    const until = Math.max(at, rest)
    out += text.slice(at, until)
    given = text.slice(rest, until)
    held = text.slice(until)
    return out
  }

  return {
    get hasRedacted() {
      return hasRedacted
    },
    push: (text) => take(text, true),
    release() {
      if (heldOfSecret > mostReleased) return ''
      const released = held
      given += held
      held = ''
      return released
    },
    flush() {
      const isTelling = held !== '' && heldOfSecret >= shortestCutSecret
      hasRedacted ||= isTelling
      const rest = isTelling ? redactionMark : take('', false)
      given = ''
      held = ''
      return rest
    },
  }
}
