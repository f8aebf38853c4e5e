import { modelArmsOf, namedArm, type EvalGrid, type ModelArm } from './model-arm.ts'

/** One cell of the plan: eval x model x arm x repetition. */
export interface Trial {
  /** `<eval>:<model>:<repetition>`, in a named arm `<eval>:<model>:<arm>:<repetition>` */
  readonly id: string
  readonly evalId: string
  /** `provider/model` or `provider/model#variant` */
  readonly model: string
  /** The treatment; absent for the arm without a name. */
  readonly arm?: string
  /** Counts from 1. */
  readonly repetition: number
}

/** What a trial is named by. */
export interface TrialParts extends ModelArm {
  readonly evalId: string
  readonly repetition: number
}

/** Builds a trial and its id. */
export function trialOf({ evalId, model, arm, repetition }: TrialParts): Trial {
  const id = [evalId, model, ...(arm === undefined ? [] : [arm]), repetition].join(':')
  return { id, evalId, model, ...namedArm(arm), repetition }
}

/**
 * Names the test of a trial; the name holds everything, because `-t` joins nested names differently in Vitest 4 and
 * 5.
 */
export function trialName({ evalId, model, arm, repetition }: TrialParts): string {
  return [evalId, model, ...(arm === undefined ? [] : [arm]), `#${repetition}`].join(' / ')
}

/** Lists every trial of these evals: evals outermost, then models, arms and repetitions, in the order given. */
export function trialsOf({
  evalIds,
  ...grid
}: EvalGrid & { readonly evalIds: readonly string[] }): readonly Trial[] {
  const modelArms = modelArmsOf(grid)
  return evalIds.flatMap((evalId) =>
    modelArms.flatMap((modelArm) =>
      Array.from({ length: grid.repetitions }, (_, index) =>
        trialOf({ evalId, ...modelArm, repetition: index + 1 }),
      ),
    ),
  )
}
