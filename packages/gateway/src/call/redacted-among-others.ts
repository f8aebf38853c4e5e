import { setImmediate as othersWork } from 'node:timers/promises'
import type { Redactor } from '@vitrial/core/redaction'

/** A few milliseconds of work. */
const charactersAtOnce = 512 * 1024

/** A JSON value redacted a few milliseconds at a time, with other work between them. */
export async function redactedAmongOthers(value: unknown, redactor: Redactor): Promise<unknown> {
  const steps = redactor.steps(value)
  let since = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    since += step.value
    if (since < charactersAtOnce) continue
    since = 0
    // oxlint-disable-next-line no-await-in-loop -- what it is about
    await othersWork()
  }
}
