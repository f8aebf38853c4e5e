/** What Vitest says to the `vitrial run` that started it, once a project of evals takes part. */
const takenMessage = 'vitrial: a project of evals takes part'

/** Says to the `vitrial run` that started this Vitest, if one did, that its options are heeded. */
export function sayRunTaken(environment: Readonly<Record<string, string | undefined>>): void {
  // Another parent would not know what to make of it.
  if (environment['VITRIAL_RUN'] === undefined) return
  // A parent that was killed does not listen any more.
  process.send?.(takenMessage, undefined, {}, () => undefined)
}

/** Whether a message of Vitest says so. */
export function isRunTaken(message: unknown): boolean {
  return message === takenMessage
}
