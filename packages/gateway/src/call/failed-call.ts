import { InfrastructureError } from '@vitrial/core/errors'
import type { CallFate } from '@vitrial/core/recording'

/** A call that its provider did not answer as it must. */
export class FailedCall extends InfrastructureError {
  /** What the agent is answered, if nothing of an answer has come. */
  readonly status: number
  readonly fate: CallFate

  constructor(status: number, message: string, fate: CallFate, cause: unknown) {
    super('VITRIAL_INFRA_PROVIDER', message, { cause })
    this.status = status
    this.fate = fate
  }
}
