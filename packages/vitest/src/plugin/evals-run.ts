import type { JudgingSummary, VitrialError } from '@vitrial/core'

/** Whether work may go on. */
export type RunStanding =
  | { readonly state: 'open' }
  | { readonly state: 'cancelled'; readonly reason: string }
  | { readonly state: 'refused'; readonly error: VitrialError }

/** One run of Vitest over a project of evals; in watch mode each rerun is one. */
export class EvalsRun {
  standing: RunStanding = { state: 'open' }
  readonly #asked = new Set<string>()
  readonly #decided = new Set<string>()

  /** How many trials a test has asked for. */
  get askedCount(): number {
    return this.#asked.size
  }

  /** How many of them have a decided metric. */
  get decidedCount(): number {
    return this.#decided.size
  }

  noteAsked(trialId: string): void {
    this.#asked.add(trialId)
  }

  noteJudging(trialId: string, judging: JudgingSummary): void {
    if (judging.status !== 'judged') return
    if (judging.judgment.metrics.some(({ value }) => value !== null)) this.#decided.add(trialId)
  }
}
