import type { ErrorRecord } from '../errors/error-record.ts'
import { formatMoment } from '../text/format-moment.ts'

/** A failure that an earlier run left, and that waits for a person. */
export interface EarlierFailure {
  readonly error: ErrorRecord
  /** When it ended, in milliseconds since the epoch. */
  readonly endedAtMs: number
  /** The command line that tries it again. */
  readonly tryAgain: string
}

/** Makes the error of such a trial's test: what happened then, that nothing was tried now, and what tries it again. */
export function earlierFailure({ error, endedAtMs, tryAgain }: EarlierFailure): ErrorRecord {
  const { code, message } = error
  const then = `That was an earlier run, which ended with ${code} at ${formatMoment(endedAtMs)}.`
  return {
    ...error,
    message: `${message.trimEnd()}\n\n${then} Nothing was tried now. To try it again:\n  ${tryAgain}`,
  }
}
