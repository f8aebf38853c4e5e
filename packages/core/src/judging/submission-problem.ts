/** Why a submission is not a judgment yet. */
export const submissionProblemKinds = [
  'malformed',
  'stale_request',
  'unknown_metric',
  'missing_metric',
  'value_out_of_range',
  'empty_reason',
  'no_citation',
  'dead_citation',
  'quote_not_found',
  'undecided_early',
] as const
export type SubmissionProblemKind = (typeof submissionProblemKinds)[number]

/** One thing to correct. The message is for the judge: what is wrong, where, and what to do. */
export interface SubmissionProblem {
  readonly kind: SubmissionProblemKind
  readonly message: string
  readonly metric?: string
}
