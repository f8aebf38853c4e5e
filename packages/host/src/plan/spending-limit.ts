import { Budget, DeferredError, deferralReason, totalOf, type Reservation, type Trial } from '@vitrial/core'
import type { BenchmarkPlan } from './plan-benchmark.ts'

/** Holds the work of an invocation to what it may cost: what does not fit when its turn comes is deferred. */
export class SpendingLimit {
  readonly #budget: Budget
  readonly #plan: BenchmarkPlan
  readonly #reservations = new Map<string, Reservation>()

  constructor(plan: BenchmarkPlan, maxCostUsd: number | undefined) {
    this.#plan = plan
    this.#budget = new Budget(maxCostUsd)
  }

  /** What was spent so far, in US dollars. */
  get spentUsd(): number {
    return this.#budget.spentUsd
  }

  /**
   * Sets aside what a run and its judging are likely to cost.
   *
   * @throws DeferredError if that would exceed the limit: the trial is deferred.
   */
  reserveRun(trial: Trial): void {
    this.#reserve(trial, this.#plan.estimates.ofRun({ ...trial, judgeModels: this.#plan.judgeModels }))
  }

  /** The same for a judging whose run was not part of this invocation. */
  reserveJudging(trial: Trial): void {
    if (this.#reservations.has(trial.id)) return
    this.#reserve(trial, this.#plan.estimates.ofJudging({ ...trial, judgeModels: this.#plan.judgeModels }))
  }

  spendOnRun(trial: Trial, costUsd: number | null): void {
    this.#reservations.get(trial.id)?.spend('candidate', costUsd)
  }

  spendOnJudging(trial: Trial, costUsd: number | null): void {
    this.#reservations.get(trial.id)?.spend('judge', costUsd)
  }

  /** Gives back what is still set aside for a trial when disposed. */
  held(trial: Trial): Disposable {
    return { [Symbol.dispose]: () => this.#release(trial) }
  }

  #release(trial: Trial): void {
    this.#reservations.get(trial.id)?.release()
    this.#reservations.delete(trial.id)
  }

  #reserve(trial: Trial, estimate: Parameters<Budget['tryReserve']>[0]): void {
    this.#release(trial)
    const reservation = this.#budget.tryReserve(estimate)
    if (reservation === undefined) {
      throw new DeferredError(`deferred: ${deferralReason(totalOf(estimate), this.#budget.limitUsd ?? 0)}`)
    }
    this.#reservations.set(trial.id, reservation)
  }
}
