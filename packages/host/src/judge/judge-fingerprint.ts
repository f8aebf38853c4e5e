import { JudgeError } from '@vitrial/core/errors'
import { judgeInputsOf, type Fingerprint, type JudgeInputs } from '@vitrial/core/inputs'
import { sha256Fingerprint } from '../content/fingerprint.ts'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import { judgeProfile } from './judge-system-prompt.ts'

/** The judge of an eval, as this host would have it grade. */
export interface JudgeOfEval {
  readonly benchmark: LoadedBenchmark
  readonly eval: LoadedEval
}

/** What decides how an eval is graded. */
export interface DeclaredJudge extends Fingerprint {
  readonly model: string
  readonly inputs: JudgeInputs
}

/**
 * The fingerprint of everything that decides how the judge grades: a change of any of it calls for a new grading.
 *
 * @throws JudgeError if the benchmark declares no judge.
 */
export async function judgeFingerprint({ benchmark, eval: loaded }: JudgeOfEval): Promise<DeclaredJudge> {
  const { settings } = benchmark
  const { judge } = settings
  if (judge?.model === undefined) {
    throw new JudgeError(
      'VITRIAL_JUDGE_INTERNAL',
      'A judgment was asked for in a benchmark without judge.model.',
    )
  }
  const scenario = benchmark.scenarioHashes.get(judge.model)
  const inputs = judgeInputsOf({
    settings,
    judge,
    model: judge.model,
    rubric: loaded.rubric.text,
    profile: await judgeProfile(),
    ...(scenario !== undefined && { scenarioHash: scenario }),
  })
  return { model: judge.model, inputs, ...sha256Fingerprint(inputs) }
}
