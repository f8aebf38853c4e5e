/** One cell of the plan: eval x model x repetition. */
export interface Trial {
  /** `<eval>:<model>:<repetition>` */
  readonly id: string
  readonly evalId: string
  /** `provider/model` or `provider/model#variant` */
  readonly model: string
  /** Counts from 1. */
  readonly repetition: number
}

/** Builds a trial and its id. */
export function trialOf({ evalId, model, repetition }: Omit<Trial, 'id'>): Trial {
  return { id: `${evalId}:${model}:${repetition}`, evalId, model, repetition }
}

/** The test name of a trial; it holds everything, because `-t` joins nested names differently in Vitest 4 and 5. */
export function trialName(trial: Trial): string {
  return `${trial.evalId} / ${trial.model} / #${trial.repetition}`
}

/** What the trials of a benchmark are made of. */
export interface TrialGrid {
  readonly evalIds: readonly string[]
  readonly models: readonly string[]
  /** How often each model runs each eval. */
  readonly repetitions: number
}

/** Every trial of a benchmark: evals outermost, repetitions innermost, in the order given. */
export function trialsOf({ evalIds, models, repetitions }: TrialGrid): readonly Trial[] {
  return evalIds.flatMap((evalId) =>
    models.flatMap((model) =>
      Array.from({ length: repetitions }, (_, index) => trialOf({ evalId, model, repetition: index + 1 })),
    ),
  )
}
