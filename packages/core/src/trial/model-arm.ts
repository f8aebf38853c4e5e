/** What is compared: a model in an arm. Two trials of an eval differ in it, or are repetitions of each other. */
export interface ModelArm {
  readonly model: string
  /** Absent for the arm without a name. */
  readonly arm?: string | undefined
}

/** What every eval of a benchmark runs on: each model in each arm, so many times. */
export interface EvalGrid {
  /** In their order. */
  readonly models: readonly string[]
  /** The names of the arms in their order; absent: there is one, without a name. */
  readonly arms?: readonly string[] | undefined
  readonly repetitions: number
}

/** What a benchmark's settings say of its grid. */
export interface GridSettings {
  readonly models: readonly string[]
  /** By name. */
  readonly arms?: Readonly<Record<string, unknown>> | undefined
  readonly repetitions: number
}

/** The grid that a benchmark declares. */
export function evalGridOf({ models, arms, repetitions }: GridSettings): EvalGrid {
  return { models, ...(arms && { arms: Object.keys(arms) }), repetitions }
}

/** Each model in each arm: models outermost. */
export function modelArmsOf({
  models,
  arms,
}: Pick<EvalGrid, 'models' | 'arms'>): readonly { readonly model: string; readonly arm?: string }[] {
  return models.flatMap((model) => arms?.map((arm) => ({ model, arm })) ?? [{ model }])
}

/** The key `arm`, absent for the arm without a name: nothing that was written before there were arms changes. */
export function namedArm(arm: string | undefined): { readonly arm?: string } {
  return arm === undefined ? {} : { arm }
}

/** Whether two are of the same model in the same arm. */
export function isSameModelArm(a: ModelArm, b: ModelArm): boolean {
  return a.model === b.model && a.arm === b.arm
}
