import { redactionMark } from './redaction-mark.ts'
import type { SecretFinder } from './secret-finder.ts'

/** A few milliseconds of work. */
export const stepCharacters = 256 * 1024

/** Redacts a text at once. */
export function redactedText(text: string, finder: SecretFinder): string {
  return new PartlyRedacted(text, finder).upTo(text.length).whole
}

/** The same in steps, which yield how many characters they looked at. */
export function* redactedTextInSteps(text: string, finder: SecretFinder): Generator<number, string> {
  const redacted = new PartlyRedacted(text, finder)
  for (let at = 0; at < text.length; at += stepCharacters) {
    redacted.upTo(Math.min(text.length, at + stepCharacters))
    yield Math.min(stepCharacters, text.length - at)
  }
  return redacted.whole
}

/** A text of which the beginning has been redacted. */
class PartlyRedacted {
  readonly #text: string
  readonly #finder: SecretFinder
  #redacted = ''
  /** Where the last secret ended. */
  #from = 0
  #at = 0

  constructor(text: string, finder: SecretFinder) {
    this.#text = text
    this.#finder = finder
  }

  /** Goes on with the secrets that begin before a place. */
  upTo(until: number): this {
    for (let found = this.#next(until); found; found = this.#next(until)) {
      this.#redacted += this.#text.slice(this.#from, found.start) + redactionMark
      this.#from = found.end
      this.#at = found.end
    }
    this.#at = Math.max(this.#at, until)
    return this
  }

  /** With the rest as it is. */
  get whole(): string {
    return this.#from === 0 ? this.#text : this.#redacted + this.#text.slice(this.#from)
  }

  #next(until: number): ReturnType<SecretFinder['find']> {
    return this.#finder.find(this.#text, { from: this.#at, until })
  }
}
