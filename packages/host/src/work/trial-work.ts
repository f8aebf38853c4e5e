import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import type { Conductor, TrialAtWork } from './conductor.ts'
import type { JudgingWish } from './spending-limit.ts'
import type { StoredWork } from './stored-work.ts'

/**
 * The work on one trial in this invocation. However many tests ask, and in whatever order, it is executed
 * once and judged once; only a failed infrastructure or judge is tried anew, and only by a retry.
 */
export class TrialWork implements JudgingWish {
  readonly #trial: TrialAtWork
  readonly #conductor: Pick<Conductor, 'run' | 'judge'>
  #run: Promise<RunSummary> | undefined
  #judging: Promise<JudgingSummary> | undefined
  #runAttempt = 0
  #judgeAttempt = 0
  #isJudgingWanted = false

  /** @param stored what an earlier invocation left that need not be done again. */
  constructor(trial: TrialAtWork, conductor: Pick<Conductor, 'run' | 'judge'>, stored: StoredWork = {}) {
    this.#trial = trial
    this.#conductor = conductor
    if (stored.run) this.#run = Promise.resolve(stored.run)
    if (stored.judging) this.#judging = Promise.resolve(stored.judging)
  }

  get isJudgingWanted(): boolean {
    return this.#isJudgingWanted
  }

  /** Somebody is going to ask for a judgment. */
  wantJudging(): void {
    this.#isJudgingWanted = true
  }

  /**
   * Its first half, up to the finished recording: a test may want no more.
   *
   * @param attempt Vitest's retry count, 0 at first.
   */
  async run(attempt: number): Promise<RunSummary> {
    const current = this.#run
    if (current === undefined) return await this.#startRun(attempt)
    if (attempt > this.#runAttempt && (await current).state === 'infra_failed' && this.#run === current) {
      return await this.#startRun(attempt)
    }
    return await (this.#run ?? current)
  }

  /**
   * The life of a trial to its end: run, then judged.
   *
   * @param attempt Vitest's retry count, 0 at first.
   */
  async live(attempt: number): Promise<JudgingSummary> {
    this.wantJudging()
    const run = await this.run(attempt)
    return await this.#judge(run, attempt)
  }

  async #judge(run: RunSummary, attempt: number): Promise<JudgingSummary> {
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
    this.#run = this.#conductor.run(this.#trial, this)
    return this.#run
  }

  #startJudging(run: RunSummary, attempt: number): Promise<JudgingSummary> {
    this.#judgeAttempt = attempt
    this.#judging = this.#conductor.judge(this.#trial, run)
    return this.#judging
  }
}
