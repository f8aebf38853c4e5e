import type { SubmissionProblem } from '@vitrial/core/judging'
import type { ToolAnswer } from '@vitrial/core/ports'
import type { CheckAnswer } from './pending-check.ts'

/** More at once would bury the judge. */
const mostProblems = 20

/** An answer that tells the judge what to do instead. */
export function refused(text: string): ToolAnswer {
  return { text, isError: true }
}

/** What a judge is told to correct. */
export function rejectedText(problems: readonly SubmissionProblem[]): string {
  const shown = problems.slice(0, mostProblems).map(({ message }) => `- ${message}`)
  const hidden = problems.length - shown.length
  return [
    'The submission was not accepted. Correct this and submit the whole judgment again:',
    ...shown,
    ...(hidden > 0 ? [`- and ${hidden} more of these.`] : []),
  ].join('\n')
}

/** What a judge is told that calls a tool after its check was answered. */
export const answeredTexts: Readonly<Record<CheckAnswer['status'], string>> = {
  submitted: 'A judgment was already accepted for this request. You are done: stop here.',
  continued: 'This check is answered: judging continues later. Stop here and wait for the next message.',
  withdrawn: 'This request was cancelled. Stop here.',
  unreadable: 'The recording cannot be read, so nothing can be judged. Stop here.',
}

export const closedText = 'This judge run has ended. Stop here.'
export const nothingPendingText = 'There is nothing to judge yet. Stop here and wait for the next message.'
export const validatingText = 'Another submission is being checked. Wait for its answer.'
export const tooMuchText = 'Too much was asked and submitted. Stop here.'
export const hopelessText = 'Too many submissions were rejected. Stop here.'
export const hungUpText = 'This call was cancelled.'
