import type { RunCost } from '../records/run-cost.ts'
import { evalRunStateRules } from '../states/eval-run-state.ts'
import { keyOf } from '../text/key-of.ts'
import type { ModelArm } from '../trial/model-arm.ts'
import { Medians } from './medians.ts'

/** A piece of work is likely to cost this, in US dollars; 0 for a part that is not to be done, null if unknown. */
export interface CostEstimate {
  readonly candidateUsd: number | null
  readonly judgeUsd: number | null
}

/** The work that is estimated. */
export interface EstimatedWork extends ModelArm {
  readonly evalId: string
  /** One for each grading; none if nothing judges it. */
  readonly judgeModels: readonly string[]
}

/**
 * Expects of the next run what the median run cost: a candidate by eval, model and arm, else by eval and model, else by
 * model, else of all; a judge by judge model on that eval, else by judge model, else of all. Runs without a known cost say
 * nothing.
 */
export class CostEstimates {
  readonly #candidates = new Medians()
  readonly #judges = new Medians()

  /** Learns what an eval run cost. */
  addCandidate(run: ModelArm & { readonly evalId: string; readonly costUsd: number | null }): void {
    if (run.costUsd !== null) this.#candidates.add(keysOfCandidate(run), run.costUsd)
  }

  /** Learns what a judge run cost. */
  addJudge(run: {
    readonly evalId: string
    readonly judgeModel: string
    readonly costUsd: number | null
  }): void {
    if (run.costUsd !== null) this.#judges.add(keysOf(run.evalId, run.judgeModel), run.costUsd)
  }

  /** Learns from a run on record. One that came to nothing says nothing of what one that does costs. */
  addRun(run: RunCost): void {
    const { evalId, usage } = run
    if (run.stage === 'candidate') {
      if (evalRunStateRules[run.state].judgeable) this.addCandidate({ ...run, costUsd: usage.costUsd })
    } else if (run.state === 'completed' && run.judgeModel !== undefined) {
      this.addJudge({ evalId, judgeModel: run.judgeModel, costUsd: usage.costUsd })
    }
  }

  /** The next execution of a trial with its judging. */
  ofRun(work: EstimatedWork): CostEstimate {
    return { candidateUsd: this.#candidates.of(keysOfCandidate(work)), ...this.#ofJudges(work) }
  }

  /** The next judging of a trial alone. */
  ofJudging(work: EstimatedWork): CostEstimate {
    return { candidateUsd: 0, ...this.#ofJudges(work) }
  }

  #ofJudges({ evalId, judgeModels }: EstimatedWork): Pick<CostEstimate, 'judgeUsd'> {
    let judgeUsd = 0
    for (const judgeModel of judgeModels) {
      const median = this.#judges.of(keysOf(evalId, judgeModel))
      if (median === null) return { judgeUsd: null }
      judgeUsd += median
    }
    return { judgeUsd }
  }
}

/** Adds both parts of an estimate; null if either is unknown. */
export function totalOf({ candidateUsd, judgeUsd }: CostEstimate): number | null {
  return candidateUsd === null || judgeUsd === null ? null : candidateUsd + judgeUsd
}

/** From the closest to the widest. */
function keysOfCandidate({ evalId, model, arm }: ModelArm & { readonly evalId: string }): readonly string[] {
  return [keyOf(evalId, model, arm ?? ''), ...keysOf(evalId, model)]
}

/** From the closest to the widest. */
function keysOf(evalId: string, model: string): readonly string[] {
  return [keyOf(evalId, model), keyOf(model), '']
}
