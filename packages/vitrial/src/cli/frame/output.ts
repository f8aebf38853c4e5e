import { CancelledError, errorMessage, StoreError } from '@vitrial/core/errors'

/** What was to be printed could not be. */
export class OutputError extends StoreError {
  override readonly name = 'OutputError'
}

/** Who read the output has seen enough and gone, as `head` does. Nothing went wrong, and nobody is left to tell. */
export class ReaderGoneError extends CancelledError {
  override readonly name = 'ReaderGoneError'

  constructor(cause?: unknown) {
    super('Nobody reads the output any more.', { cause })
  }
}

/** True for what a write fails with once its reader has gone. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/** Where a command prints to. What cannot be written is a failure, for it would be missing without a sign. */
export class Output {
  readonly #stream: NodeJS.WriteStream
  #failure: OutputError | ReaderGoneError | undefined
  #lastWrite: Promise<void> = Promise.resolve()

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
    // Each write is told of its own error; unheard, the event would end the process.
    stream.on('error', () => undefined)
  }

  /**
   * Resolves when the text is taken.
   *
   * @throws {OutputError} `VITRIAL_OUTPUT_WRITE` if the text cannot be written.
   * @throws {ReaderGoneError} if nobody reads it any more.
   */
  async write(text: string): Promise<void> {
    if (this.#failure) throw this.#failure
    const taken = new Promise<void>((resolve) => {
      this.#stream.write(text, (error) => {
        if (error) this.#failure ??= failureOf(error)
        resolve()
      })
    })
    this.#lastWrite = taken
    await this.written()
  }

  /** Writes what nobody waits for; {@link written} does. */
  print(text: string): void {
    this.write(text).catch(() => undefined)
  }

  /** Resolves when all is taken. Throws as {@link write} does if any of it could not be written. */
  async written(): Promise<void> {
    await this.#lastWrite
    if (this.#failure) throw this.#failure
  }
}

function failureOf(cause: Error): OutputError | ReaderGoneError {
  if (isReaderGone(cause)) return new ReaderGoneError(cause)
  return new OutputError(
    'VITRIAL_OUTPUT_WRITE',
    `Could not write the output in full: ${errorMessage(cause)}. Write it to where there is room.`,
    { cause },
  )
}
