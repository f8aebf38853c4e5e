import type { SubmissionProblem } from '@vitrial/core/judging'

/** One question put to a judge: which request, over which view, as which check of the judge run. */
export interface CheckReference {
  readonly requestId: string
  readonly checkId: string
  readonly phase: 'early' | 'final'
  readonly checkpoint: number
  readonly evidenceHash: string
}

/** One call of `submit_judgment` or `continue_judging`: an entry of `judgment-submissions.json`. */
export interface SubmissionRecord extends Partial<CheckReference> {
  readonly tool: 'submit_judgment' | 'continue_judging'
  /** Milliseconds since the epoch. */
  readonly atMs: number
  /** `rejected`: the judge can correct it. `refused`: there was nothing to answer, or it came too late. */
  readonly outcome: 'accepted' | 'rejected' | 'refused'
  /** What the judge sent. */
  readonly input: unknown
  readonly problems?: readonly SubmissionProblem[]
  /** Why it was refused. */
  readonly refusal?: string
}

/** One call of `candidate_evidence`. */
export interface EvidenceReadRecord extends Partial<CheckReference> {
  readonly atMs: number
  readonly input: unknown
  readonly found: boolean
  /** Length of the answer. */
  readonly characters: number
}

/** What became of a judge's submissions, none of which was accepted. */
export interface SubmissionRejection {
  readonly count: number
  /** What was wrong first with the last one. */
  readonly problem: string
}
