import { CancelledError, type InfrastructureError } from '@vitrial/core/errors'
import type { ModelGateway } from '@vitrial/core/ports'
import type { HostNotice } from '../benchmark/notices.ts'
import { parsedModel } from '../benchmark/trial-settings.ts'

/** Keeps work from beginning whose model's provider has said that no call will be served. */
export class ServedModels {
  readonly #gateway: Pick<ModelGateway, 'finalFailureOf'>
  readonly #tell: (notice: HostNotice) => void
  readonly #told = new Set<string>()

  /** @param tell says at once what a person must know. */
  constructor(gateway: Pick<ModelGateway, 'finalFailureOf'>, tell: (notice: HostNotice) => void) {
    this.#gateway = gateway
    this.#tell = tell
  }

  /** @throws {CancelledError} where no call to the model will be served. */
  require(model: string | undefined): void {
    const failure = this.#failureOf(model)
    if (failure) throw new CancelledError(`Not begun. ${failure.message}`, { cause: failure })
  }

  /** Once, as soon as it is known: the trials that are not begun for it would say so much later. */
  tellFailure(model: string | undefined): void {
    const failure = this.#failureOf(model)
    if (!failure || this.#told.has(failure.message)) return
    this.#told.add(failure.message)
    this.#tell({ about: 'provider', text: `${failure.message} No more of its trials are begun.` })
  }

  #failureOf(model: string | undefined): InfrastructureError | undefined {
    return model === undefined ? undefined : this.#gateway.finalFailureOf(parsedModel(model))
  }
}
