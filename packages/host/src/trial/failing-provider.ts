import { InfrastructureError, printable, shorten, type ModelExchange } from '@vitrial/core'

/** So much of a provider's answer is told. */
const shownCharacters = 200

/**
 * Follows a candidate's model calls, to tell an agent that ran out of time from one that waited for its provider: agents
 * call a provider that fails again, some for longer than their trial may take.
 */
export class FailingProvider {
  #inARow = 0
  #last: ModelExchange['response'] | undefined

  /** Takes a call that has ended. One that was cut off says nothing about the provider. */
  note({ response }: ModelExchange): void {
    const { status, aborted = false } = response
    if (aborted) return
    const isFailure = status === 0 || status === 429 || status >= 500
    this.#inARow = isFailure ? this.#inARow + 1 : 0
    this.#last = isFailure ? response : undefined
  }

  /** What explains a run that ended at its time limit; undefined if its last call had an answer. */
  explanation(timeoutMs: number): InfrastructureError | undefined {
    if (this.#last === undefined) return undefined
    const { status, text } = this.#last
    const said = printable(shorten(text.trim().replaceAll(/\s+/g, ' '), shownCharacters))
    const how =
      status === 0 ? 'gave no answer' : `answered with HTTP ${status}${said === '' ? '' : ` (${said})`}`
    const times = this.#inARow === 1 ? '' : `, as to the ${this.#inARow - 1} before it`
    return new InfrastructureError(
      'VITRIAL_INFRA_PROVIDER',
      `The provider ${how} to the agent's last model call${times}, and the agent waited for it until its time limit ` +
        `of ${timeoutMs} ms. Wait until the provider works again, then run the trial again.`,
    )
  }
}
