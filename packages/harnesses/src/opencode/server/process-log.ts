import { createRedactor, type RedactingPieces } from '@vitrial/core/redaction'

const tailLength = 16_000

/** The last of what a program wrote, with what must not be seen taken out. */
export class ProcessLog {
  readonly #pieces: RedactingPieces
  #text = ''

  constructor(secrets: readonly string[]) {
    this.#pieces = createRedactor(secrets).pieces()
  }

  append(text: string): void {
    // Before it is cut: of what is cut in two neither half would be found.
    this.#text = (this.#text + this.#pieces.push(text)).slice(-tailLength)
  }

  tail(): string {
    this.#text = (this.#text + this.#pieces.flush()).slice(-tailLength)
    return this.#text
  }
}
