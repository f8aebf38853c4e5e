import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'

/** Carries out the two halves of a trial's work. */
export interface TrialSteps {
  /** @param isJudgingWanted asked when the work gets its place: somebody may want a judgment only by then. */
  run(isJudgingWanted: () => boolean): Promise<RunSummary>
  judge(run: RunSummary): Promise<JudgingSummary>
}

/** What an earlier invocation left of a trial. */
export interface StoredWork {
  readonly run?: RunSummary | undefined
  readonly judging?: JudgingSummary | undefined
}

/**
 * The work on one trial in this invocation. However many tests ask, and in whatever order, it is executed
 * once and judged once; only a failed infrastructure or judge is tried anew, and only by a retry.
 */
export class TrialWork {
  readonly #steps: TrialSteps
  #run: Promise<RunSummary> | undefined
  #judging: Promise<JudgingSummary> | undefined
  #runAttempt = 0
  #judgeAttempt = 0
  #isJudgingWanted = false

  /** @param earlier what an earlier invocation left that need not be done again. */
  constructor(steps: TrialSteps, earlier: StoredWork = {}) {
    this.#steps = steps
    if (earlier.run) this.#run = Promise.resolve(earlier.run)
    if (earlier.judging) this.#judging = Promise.resolve(earlier.judging)
  }

  /** Somebody is going to ask for a judgment. */
  wantJudging(): void {
    this.#isJudgingWanted = true
  }

  /** @param attempt Vitest's retry count, 0 at first. */
  async run(attempt: number): Promise<RunSummary> {
    const current = this.#run
    if (current === undefined) return await this.#startRun(attempt)
    if (attempt > this.#runAttempt && (await current).state === 'infra_failed' && this.#run === current) {
      return await this.#startRun(attempt)
    }
    return await (this.#run ?? current)
  }

  /** @param attempt Vitest's retry count, 0 at first. */
  async judge(attempt: number): Promise<JudgingSummary> {
    this.wantJudging()
    const run = await this.run(attempt)
    const current = this.#judging
    if (current === undefined) return await this.#startJudging(run, attempt)
    if (attempt > this.#judgeAttempt && (await current).status === 'failed' && this.#judging === current) {
      return await this.#startJudging(run, attempt)
    }
    return await (this.#judging ?? current)
  }

  #startRun(attempt: number): Promise<RunSummary> {
    this.#runAttempt = attempt
    this.#judging = undefined
    this.#run = this.#steps.run(() => this.#isJudgingWanted)
    return this.#run
  }

  #startJudging(run: RunSummary, attempt: number): Promise<JudgingSummary> {
    this.#judgeAttempt = attempt
    this.#judging = this.#steps.judge(run)
    return this.#judging
  }
}
