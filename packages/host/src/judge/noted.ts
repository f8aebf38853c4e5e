import { errorMessage } from '@vitrial/core/errors'

/** Something kept beside a judgment, or a note that says why it could not be kept. */
export interface Noted<T> {
  readonly value?: T
  /** None or one. */
  readonly notes: readonly string[]
}

/**
 * Keeps something beside a judgment. A failure of it is noted and decides nothing.
 *
 * @param describe what the note says. @default the error's message
 */
export async function noted<T>(
  keep: () => PromiseLike<T> | T,
  describe = (message: string): string => message,
): Promise<Noted<T>> {
  try {
    return { value: await keep(), notes: [] }
  } catch (error) {
    return { notes: [describe(errorMessage(error))] }
  }
}
