import type { Trial } from '@vitrial/core/trial'
import type { Admission } from '../judge/judge-execution.ts'
import type { WorkStage } from './host-progress.ts'
import type { QueuedPlace, Scheduler } from './scheduler.ts'
import type { ServedModels } from './served-models.ts'
import type { WorkProgress } from './work-progress.ts'

export interface StageAdmissionOptions {
  readonly scheduler: Scheduler
  readonly models: ServedModels
  readonly progress: WorkProgress
  readonly trial: Trial
  readonly stage: WorkStage
  /** The model that the stage needs. */
  readonly model: string | undefined
  /** The runtime that it is sent to. */
  readonly runtime: string
  readonly signal: AbortSignal
}

/** A stage of a trial's work in the queue for a place. Disposed, it leaves the queue or gives its place back. */
export class StageAdmission implements Admission, Disposable {
  readonly #options: StageAdmissionOptions
  readonly #queued: QueuedPlace

  constructor(options: StageAdmissionOptions) {
    const { scheduler, progress, trial, stage, runtime, signal } = options
    this.#options = options
    progress.queued(trial, stage)
    this.#queued = scheduler.queue({ kind: stage, runtime }, signal)
  }

  /** Waits until it is its turn. */
  async turn(): Promise<void> {
    await this.#queued.place
  }

  /**
   * Begins the stage as soon as there is a place; disposing that, once or more often, gives it back.
   *
   * @throws {CancelledError} when cancelled before that, or where its model's provider serves no more calls.
   */
  async admitted(): Promise<Disposable> {
    const { models, progress, trial, stage, model } = this.#options
    const place = await this.#queued.place
    models.require(model)
    progress.started(trial, stage)
    return place
  }

  [Symbol.dispose](): void {
    this.#queued[Symbol.dispose]()
  }
}
