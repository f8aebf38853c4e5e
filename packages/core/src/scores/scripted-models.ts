import type { TrialRecord } from '../records/trial-record.ts'

/** The models behind some results that were played from a script. */
export interface ScriptedModels {
  /** Candidates and judges, sorted by name. */
  readonly names: readonly string[]
  /** False if any real model had a part. */
  readonly isAll: boolean
}

/** Tells scripted models from real ones, so that no scripted number is ever taken for a real one. */
export function scriptedModelsOf(trials: readonly TrialRecord[]): ScriptedModels {
  const names = new Set<string>()
  let isAll = true
  for (const { evalRun, judgeRun } of trials) {
    for (const run of [evalRun, judgeRun]) {
      if (run?.model === undefined) continue
      if (run.scripted) names.add(run.model)
      else isAll = false
    }
  }
  return { names: [...names].toSorted(), isAll: isAll && names.size > 0 }
}
