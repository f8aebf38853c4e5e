import { CancelledError, type VitrialError } from '@vitrial/core/errors'
import type { JudgingSummary } from '@vitrial/core/outcome'
import type { Host, OpenedHost } from '@vitrial/host'

/** Whether work may go on. */
export type RunStanding =
  | { readonly state: 'open' }
  | { readonly state: 'cancelled'; readonly reason: string }
  | { readonly state: 'refused'; readonly error: VitrialError }

/** Tells a person about the trials that are about to start. */
export type Announce = (host: OpenedHost, trialIds: readonly string[]) => void

/** One run of Vitest over a project of evals; in watch mode each rerun is one. */
export class EvalsRun {
  readonly host: Host
  standing: RunStanding = { state: 'open' }
  readonly #announce: Announce
  readonly #asked = new Set<string>()
  readonly #wanted = new Set<string>()
  readonly #decided = new Set<string>()
  readonly #cancelled = new AbortController()
  #begun: Promise<OpenedHost> | undefined
  #opened: OpenedHost | undefined

  constructor(host: Host, announce: Announce) {
    this.host = host
    this.#announce = announce
  }

  /** The host at work, once the run has begun. */
  get opened(): OpenedHost | undefined {
    return this.#opened
  }

  /** How many trials a test has asked for. */
  get askedCount(): number {
    return this.#asked.size
  }

  /** For how many a test wanted a judgment. */
  get wantedCount(): number {
    return this.#wanted.size
  }

  /** The models for which a test wanted judgments and not one metric was decided, with how many trials that were. */
  undecidedModels(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    const wanted = this.host.trials.filter(({ id }) => this.#wanted.has(id))
    for (const { model } of wanted) counts.set(model, (counts.get(model) ?? 0) + 1)
    for (const { id, model } of wanted) if (this.#decided.has(id)) counts.delete(model)
    return counts
  }

  /**
   * Checks what work needs, announces it and starts these trials ahead of their tests. Happens once: with
   * the trials known to run, or with none when a test is the first to ask. A run whose filters leave no
   * trial never gets here, so that it needs nothing.
   *
   * @throws {CancelledError} when the run was cancelled meanwhile: nothing is started.
   */
  begin(trialIds: readonly string[]): Promise<OpenedHost> {
    return (this.#begun ??= this.#begin(trialIds))
  }

  /** Ends all open work and refuses more. Idempotent. */
  cancel(reason: string): void {
    if (this.standing.state === 'cancelled') return
    this.standing = { state: 'cancelled', reason }
    this.#cancelled.abort(new CancelledError(reason))
    this.#opened?.cancel(reason)
  }

  noteAsked(trialId: string): void {
    this.#asked.add(trialId)
  }

  noteJudgingWanted(trialId: string): void {
    this.#wanted.add(trialId)
  }

  noteJudging(trialId: string, judging: JudgingSummary): void {
    if (judging.status !== 'judged') return
    if (judging.judgment.metrics.some(({ value }) => value !== null)) this.#decided.add(trialId)
  }

  async #begin(trialIds: readonly string[]): Promise<OpenedHost> {
    const opened = await this.host.open(this.#cancelled.signal)
    if (this.standing.state === 'cancelled') throw new CancelledError(this.standing.reason)
    this.#opened = opened
    this.#announce(opened, trialIds)
    opened.start(trialIds)
    return opened
  }
}
