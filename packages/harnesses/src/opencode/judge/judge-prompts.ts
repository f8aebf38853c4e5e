import type { JudgeRequest } from '@vitrial/core/ports'

/** What the judge is told in a turn. The rubric is in the system prompt, all else behind the tools. */
export function judgePrompt({ requestId, phase }: JudgeRequest): string {
  const task =
    phase === 'final'
      ? 'Grade the finished run and submit the judgment.'
      : 'Check the run that is still going on: submit the judgment if every metric is decided for good, else continue.'
  return `Request ${requestId}, phase ${phase}. Call judge_context first. ${task}`
}
