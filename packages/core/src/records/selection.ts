/** A trial is to select this, of what is on record of it. */
export interface Selection {
  readonly trialId: string
  readonly evalRunId: string
  /** The judge run that is to speak for it; absent if nobody judged the eval run. */
  readonly judgeRunId?: string
  readonly judgmentId?: string
}
