import type { ErrorRecord } from '@vitrial/core/errors'
import type { Redactor } from '@vitrial/core/redaction'

/** What of an ending are words: the agent's, its provider's, its sandbox's. */
interface EndingWords {
  readonly error?: ErrorRecord
  readonly detail?: string
  readonly response?: string
}

/** An ending whose words hold no secret. */
export function redactedWords<T extends EndingWords>(ending: T, redactor: Redactor): T {
  const { error, detail, response } = ending
  return {
    ...ending,
    ...(error && { error: { ...error, message: redactor.text(error.message) } }),
    ...(detail !== undefined && { detail: redactor.text(detail) }),
    ...(response !== undefined && { response: redactor.text(response) }),
  }
}
