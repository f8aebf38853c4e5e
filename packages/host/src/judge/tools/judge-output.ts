import { JudgeError } from '@vitrial/core/errors'
import { judgeOutputLimits, type JudgeOutputLimits } from '../../limits/output-limits.ts'
import { OutputMeter } from '../../limits/output-meter.ts'

/** Counts what is kept of a judge run while it goes on. */
export type JudgeOutput = OutputMeter<keyof JudgeOutputLimits>

/** A meter for one judge run. */
export function judgeOutput(limits: JudgeOutputLimits = judgeOutputLimits): JudgeOutput {
  return new OutputMeter(
    limits,
    (tooMuch) =>
      new JudgeError(
        'VITRIAL_JUDGE_OUTPUT',
        `The judge was stopped: it made ${tooMuch}. Rejudge; what it did until then is kept.`,
      ),
  )
}
