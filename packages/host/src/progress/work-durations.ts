import type { Trial } from '@vitrial/core'
import type { WorkStage } from './host-progress.ts'
import { medianOf } from './median.ts'

/** How long ended work took, to estimate what is to come. */
export class WorkDurations {
  readonly #durations = new Map<string, number[]>()

  add(stage: WorkStage, trial: Trial, durationMs: number): void {
    for (const key of keysOf(stage, trial)) {
      const known = this.#durations.get(key)
      if (known) known.push(durationMs)
      else this.#durations.set(key, [durationMs])
    }
  }

  /** An estimator that works each median out once. */
  estimates(): (stage: WorkStage, trial: Trial) => number | undefined {
    const medians = new Map<string, number | undefined>()
    const medianFor = (key: string): number | undefined => {
      if (!medians.has(key)) medians.set(key, medianOf(this.#durations.get(key) ?? []))
      return medians.get(key)
    }
    return (stage, trial) => {
      for (const key of keysOf(stage, trial)) {
        const median = medianFor(key)
        if (median !== undefined) return median
      }
      return undefined
    }
  }
}

/** What to go by, nearest first: the same eval and model, the same model (for a judge, the same eval), all. */
function keysOf(stage: WorkStage, { evalId, model }: Trial): readonly string[] {
  const near = stage === 'candidate' ? JSON.stringify([model]) : JSON.stringify([evalId])
  return [`${stage} ${JSON.stringify([evalId, model])}`, `${stage} ${near}`, stage]
}
