import { errorMessage, VitrialError } from '@vitrial/core'

/** What was to be printed could not be. */
export class OutputError extends VitrialError {
  override readonly name = 'OutputError'
}

/** Where a command prints to. What cannot be written is a failure, for it would be missing without a sign. */
export class Output {
  readonly #stream: NodeJS.WriteStream
  #failure: OutputError | undefined
  #isReaderGone = false
  #lastWrite: Promise<void> = Promise.resolve()

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
    // Each write is told of its own error; unheard, the event would end the process.
    stream.on('error', () => undefined)
  }

  /**
   * Resolves when the text is taken, or its reader has seen enough and gone, as `head` does.
   *
   * @throws {OutputError} `VITRIAL_OUTPUT_WRITE` if the text cannot be written.
   */
  async write(text: string): Promise<void> {
    if (this.#isReaderGone) return
    const taken = new Promise<void>((resolve) => {
      this.#stream.write(text, (error) => {
        if (error) this.#onError(error)
        resolve()
      })
    })
    this.#lastWrite = taken
    await taken
    if (this.#failure) throw this.#failure
  }

  /** Writes what nobody waits for; {@link written} does. */
  print(text: string): void {
    this.write(text).catch(() => undefined)
  }

  /** Resolves when all is taken. Throws an `OutputError` if any of it could not be written. */
  async written(): Promise<void> {
    await this.#lastWrite
    if (this.#failure) throw this.#failure
  }

  #onError(cause: Error): void {
    if ('code' in cause && cause.code === 'EPIPE') this.#isReaderGone = true
    else {
      this.#failure ??= new OutputError(
        'VITRIAL_OUTPUT_WRITE',
        `Could not write the output in full: ${errorMessage(cause)}. Write it to where there is room.`,
        { cause },
      )
    }
  }
}
