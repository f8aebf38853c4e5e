import { totalOf, type Budget, type CostEstimate, type Reservation } from '@vitrial/core/cost'
import { DeferredError } from '@vitrial/core/errors'
import type { RunSummary } from '@vitrial/core/outcome'
import { deferralReason } from '@vitrial/core/plan'
import type { JudgeRunResult } from '@vitrial/core/records'
import { evalRunStateRules } from '@vitrial/core/states'
import type { Trial } from '@vitrial/core/trial'
import type { BenchmarkPlan } from '../plan/plan-work.ts'

/** Whether somebody wants a trial judged. */
export interface JudgingWish {
  readonly isJudgingWanted: boolean
}

/**
 * Holds work to what its invocation may cost: what does not fit when its turn comes is deferred. What the work costs
 * teaches what the rest of it is likely to.
 */
export class SpendingLimit {
  readonly #budget: Budget
  readonly #plan: Pick<BenchmarkPlan, 'estimates' | 'judgeModels'>
  readonly #runs = new Map<string, Reservation>()
  readonly #judgings = new Map<string, Reservation>()

  constructor(plan: Pick<BenchmarkPlan, 'estimates' | 'judgeModels'>, budget: Budget) {
    this.#plan = plan
    this.#budget = budget
  }

  /**
   * Sets aside what a run is likely to cost, with its judging if somebody wants one.
   *
   * @throws DeferredError if that would exceed the limit: the trial is deferred.
   */
  reserveRun(trial: Trial, { isJudgingWanted }: JudgingWish): void {
    this.#release(trial)
    const judgeModels = isJudgingWanted ? this.#plan.judgeModels : []
    const estimate = this.#plan.estimates.ofRun({ ...trial, judgeModels })
    const { candidateUsd, judgeUsd } = estimate
    const run = this.#budget.tryReserve({ candidateUsd, judgeUsd: 0 })
    const judging =
      run && isJudgingWanted ? this.#budget.tryReserve({ candidateUsd: 0, judgeUsd }) : undefined
    if (run === undefined || (isJudgingWanted && judging === undefined)) {
      run?.release()
      throw this.#deferred(estimate)
    }
    this.#runs.set(trial.id, run)
    if (judging) this.#judgings.set(trial.id, judging)
  }

  /** The same for a judging that was not wanted yet when its run started, or whose run was in no part of this invocation. */
  reserveJudging(trial: Trial): void {
    if (this.#judgings.has(trial.id)) return
    const estimate = this.#plan.estimates.ofJudging({ ...trial, judgeModels: this.#plan.judgeModels })
    const judging = this.#budget.tryReserve(estimate)
    if (judging === undefined) throw this.#deferred(estimate)
    this.#judgings.set(trial.id, judging)
  }

  /** Counts what a run cost. What was set aside for a judge that it will never have is given back. */
  spendOnRun(trial: Trial, { state, usage: { costUsd } }: Pick<RunSummary, 'state' | 'usage'>): void {
    this.#runs.get(trial.id)?.spend('candidate', costUsd)
    if (evalRunStateRules[state].judgeable) this.#plan.estimates.addCandidate({ ...trial, costUsd })
    else this.#releaseJudging(trial)
  }

  /** Counts what a judging cost. */
  spendOnJudging(trial: Trial, costUsd: number | null, state: JudgeRunResult['state']): void {
    this.#judgings.get(trial.id)?.spend('judge', costUsd)
    const [judgeModel] = this.#plan.judgeModels
    if (state !== 'completed' || judgeModel === undefined) return
    this.#plan.estimates.addJudge({ evalId: trial.evalId, judgeModel, costUsd })
  }

  /** Gives back what is still set aside for a trial when disposed. */
  held(trial: Trial): Disposable {
    return { [Symbol.dispose]: () => this.#release(trial) }
  }

  #release(trial: Trial): void {
    this.#runs.get(trial.id)?.release()
    this.#runs.delete(trial.id)
    this.#releaseJudging(trial)
  }

  #releaseJudging(trial: Trial): void {
    this.#judgings.get(trial.id)?.release()
    this.#judgings.delete(trial.id)
  }

  #deferred(estimate: CostEstimate): DeferredError {
    return new DeferredError(`deferred: ${deferralReason(totalOf(estimate), this.#budget.limitUsd ?? 0)}`)
  }
}
