import type { BenchmarkInput } from '../settings/schemas/benchmark-settings.ts'
import type { EvalInput } from '../settings/schemas/eval-settings.ts'
import { parseBenchmarkSettings, parseEvalSettings } from '../settings/check/parse-settings.ts'
import { candidateInputsOf } from '../inputs/candidate-inputs.ts'
import { fingerprintOf, type Fingerprint, type HashText } from '../inputs/fingerprints.ts'
import { judgeInputsOf } from '../inputs/judge-inputs.ts'
import type { PlanItem } from './plan-item.ts'
import { planTrials, type PlanInput } from './plan-trials.ts'
import type { RecordedTrial } from './recorded-trial.ts'
import { evalGridOf, namedArm } from '../trial/model-arm.ts'
import { trialsOf, type Trial } from '../trial/trial.ts'

/** What a plan depends on, as a person could edit it. */
export interface PlanWorld {
  readonly benchmark: BenchmarkInput
  readonly evals: Readonly<Record<string, PlannedEval>>
  readonly profile: string
  readonly contained: boolean
}

export interface PlannedEval {
  readonly prompt: string
  readonly rubric: string
  readonly workspaceHash: string
  readonly settings?: EvalInput
}

export const baseWorld = {
  benchmark: {
    models: ['acme/small', 'acme/large', 'other/one'],
    judge: { model: 'acme/judge' },
    repetitions: 2,
    candidate: {
      providers: {
        acme: {
          options: { baseURL: 'https://acme.example/v1', apiKey: '{env:ACME_KEY}' },
          models: {
            small: { cost: { input: 1, output: 2 } },
            large: { cost: { input: 3, output: 4 } },
            judge: { cost: { input: 5, output: 6 } },
          },
        },
        other: { options: { baseURL: 'https://other.example/v1' } },
      },
    },
  },
  evals: {
    ask: { prompt: 'Ask.', rubric: '## Metric: asked — Asks', workspaceHash: 'empty' },
    fix: { prompt: 'Fix.', rubric: '## Metric: fixed — Fixes', workspaceHash: 'files' },
  },
  profile: 'You are a judge.',
  contained: true,
} satisfies PlanWorld

/** The base world with another eval `ask`. */
export function withAsk(change: Partial<PlannedEval>): PlanWorld {
  return { ...baseWorld, evals: { ...baseWorld.evals, ask: { ...baseWorld.evals.ask, ...change } } }
}

/** Tells every two texts apart, as a hash should. */
const sameText: HashText = (text) => text

/** The trials and fingerprints of a world. */
export function plannedIn(world: PlanWorld): Pick<PlanInput, 'candidate' | 'judge'> & {
  readonly trials: readonly Trial[]
} {
  const settings = parseBenchmarkSettings(world.benchmark, 'benchmark.ts')
  const evalOf = ({ evalId }: Trial): PlannedEval => {
    const planned = world.evals[evalId]
    if (!planned) throw new Error(`no eval ${evalId}`)
    return planned
  }
  return {
    trials: trialsOf({ evalIds: Object.keys(world.evals), ...evalGridOf(settings) }),
    candidate: (trial) => {
      const { prompt, workspaceHash, settings: own = {} } = evalOf(trial)
      return fingerprintOf(
        candidateInputsOf({
          settings,
          eval: { prompt, settings: parseEvalSettings(own, 'eval.ts') },
          model: trial.model,
          workspaceHash,
          agentVersion: '1.0.0',
          contained: world.contained,
        }),
        sameText,
      )
    },
    judge: (trial) => {
      const { judge } = settings
      if (judge?.model === undefined) return undefined
      const { rubric } = evalOf(trial)
      const subject = { settings, judge, model: judge.model, rubric, profile: world.profile }
      return fingerprintOf(judgeInputsOf(subject), sameText)
    },
  }
}

/** What a trial left on record when it ran and was judged in a world. */
export function recordedIn(
  world: PlanWorld,
  trial: Trial,
  ended: { readonly run?: Ending<'evalRun'>; readonly judge?: Ending<'judgeRun'> } = {},
): RecordedTrial {
  const { candidate, judge } = plannedIn(world)
  const judged = judge(trial)
  const judgeRun = judged && { state: 'completed' as const, ...judged, ...ended.judge }
  return {
    trialId: trial.id,
    evalId: trial.evalId,
    model: trial.model,
    ...namedArm(trial.arm),
    evalRun: { state: 'completed', ...candidate(trial), ...ended.run },
    ...(judgeRun && { judgeRun }),
    isJudged: judgeRun?.state === 'completed',
  }
}

type Ending<Run extends 'evalRun' | 'judgeRun'> = Partial<
  Omit<NonNullable<RecordedTrial[Run]>, keyof Fingerprint>
>

/** The plan of a world over what all trials of the base world left on record. */
export function planIn(world: PlanWorld, input: Partial<PlanInput> = {}): readonly PlanItem[] {
  const records = plannedIn(baseWorld).trials.map((trial) => recordedIn(baseWorld, trial))
  return planTrials({ ...plannedIn(world), records, ...input })
}
