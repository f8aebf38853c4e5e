import { Medians } from '@vitrial/core/cost'
import { keyOf } from '@vitrial/core/text'
import type { Trial } from '@vitrial/core/trial'
import type { WorkStage } from './host-progress.ts'

/** How long ended work took, to estimate what is to come. */
export class WorkDurations {
  readonly #medians = new Medians()

  add(stage: WorkStage, trial: Trial, durationMs: number): void {
    this.#medians.add(keysOf(stage, trial), durationMs)
  }

  /** Null while there is nothing to go by. */
  estimateMs(stage: WorkStage, trial: Trial): number | null {
    return this.#medians.of(keysOf(stage, trial))
  }
}

/** What to go by, nearest first: the same eval and model, the same model (for a judge, the same eval), all. */
function keysOf(stage: WorkStage, { evalId, model }: Trial): readonly string[] {
  const near = stage === 'candidate' ? model : evalId
  return [keyOf(stage, evalId, model), keyOf(stage, near), keyOf(stage)]
}
