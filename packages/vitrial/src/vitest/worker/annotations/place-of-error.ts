import { errorTable, type ErrorRecord, type SourceLocation } from '@vitrial/core/errors'
import type { EvalContext } from '../../channel/eval-context.ts'

/** The place in an eval that an error is about: its own, else the rubric for a judge and the prompt for a run. */
export function placeOfError(
  { code, location }: Pick<ErrorRecord, 'code'> & { readonly location?: SourceLocation | undefined },
  { promptFile, rubricFile }: EvalContext,
): SourceLocation {
  return location ?? { file: errorTable[code].stage === 'judge' ? rubricFile : promptFile }
}
