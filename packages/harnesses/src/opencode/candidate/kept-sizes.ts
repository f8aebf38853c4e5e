import { TooMuchOutputError } from '../connection/foreign-json.ts'

const mebi = 1024 * 1024

/** What is kept of a conversation while it goes on: as it last stood, so it grows with new things only. */
const limits = { characters: 64 * mebi, things: 100_000 }

/** Counts what is kept of each thing, of which the latest replaces the one before. */
export class KeptSizes {
  readonly #sizes = new Map<string, number>()
  #characters = 0

  /** @throws {TooMuchOutputError} if all together is too much to be kept */
  note(thing: string, characters: number): void {
    this.#characters += characters - (this.#sizes.get(thing) ?? 0)
    this.#sizes.set(thing, characters)
    if (this.#characters > limits.characters)
      throw new TooMuchOutputError(`more than ${limits.characters / mebi} MiB of messages`)
    if (this.#sizes.size > limits.things)
      throw new TooMuchOutputError(`more than ${limits.things} messages and parts of them`)
  }
}
