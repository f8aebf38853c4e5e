import { CancelledError } from '@vitrial/core/errors'

/** A signal ended the command. */
export class InterruptedError extends CancelledError {
  override readonly name = 'InterruptedError'
  readonly signalName: NodeJS.Signals

  constructor(signalName: NodeJS.Signals) {
    super(`Interrupted by ${signalName}.`)
    this.signalName = signalName
  }
}
