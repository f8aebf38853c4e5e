import type { EvalRunState } from '../states/eval-run-state.ts'
import type { JudgeRunState } from '../states/judge-run-state.ts'
import { trialOf } from '../trial/trial.ts'
import { baseWorld, type PlanWorld } from './plan-world.fixture.ts'

/** The trial whose earlier work is looked for. */
export const trial = trialOf({ evalId: 'ask', model: 'acme/small', repetition: 1 })

/** The world with another prompt and rubric of the eval; `a` and `x` are those of the base world. */
export function world(prompt: 'a' | 'b', rubric: 'x' | 'y' | 'none'): PlanWorld {
  const { ask } = baseWorld.evals
  const edited = { ...ask, ...(prompt === 'b' && { prompt }), ...(rubric === 'y' && { rubric }) }
  const { judge: _, ...unjudged } = baseWorld.benchmark
  return {
    ...baseWorld,
    benchmark: rubric === 'none' ? unjudged : baseWorld.benchmark,
    evals: { ...baseWorld.evals, ask: edited },
  }
}

/** An execution that is on record. */
export interface Attempt {
  readonly prompt: 'a' | 'b'
  readonly state?: EvalRunState
  /** In the order they started. */
  readonly judged?: readonly Judging[]
}

/** A grading of it. */
export interface Judging {
  readonly rubric: 'x' | 'y'
  readonly state?: JudgeRunState
  /** @default whether it completed */
  readonly isJudgment?: boolean
}

export const judgedX = { prompt: 'a', judged: [{ rubric: 'x' }] } as const
export const judgedY = { prompt: 'b', judged: [{ rubric: 'y' }] } as const
const waiting = 'judge failed; npx vitrial rejudge --only-eval ask'

interface Lookup {
  readonly thought: string
  readonly attempts: readonly Attempt[]
  readonly now: PlanWorld
  readonly line: string
  readonly selects: string
}

/** What is on record, what is declared now, and what the plan makes of it. */
export const lookups: readonly Lookup[] = [
  {
    thought: 'a prompt edited back',
    attempts: [judgedX, { prompt: 'b', judged: [{ rubric: 'x' }] }],
    now: world('a', 'x'),
    line: 'reuse: prompt as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'a rubric edited back',
    attempts: [{ prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'y' }] }],
    now: world('a', 'x'),
    line: 'reuse: rubric as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'a rubric edited back that judged twice',
    attempts: [{ prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'x' }, { rubric: 'y' }] }],
    now: world('a', 'x'),
    line: 'reuse: rubric as before',
    selects: 'run 1, judge run 1.2, judgment 1.2',
  },
  {
    thought: 'both edited back',
    attempts: [judgedX, judgedY],
    now: world('a', 'x'),
    line: 'reuse: prompt as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'both edited back, the rubric having been edited first',
    attempts: [{ prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'y' }] }, judgedY],
    now: world('a', 'x'),
    line: 'reuse: prompt as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'only the prompt edited back',
    attempts: [judgedX, judgedY],
    now: world('a', 'y'),
    line: 'judge: prompt as before; rubric changed',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'only the rubric edited back',
    attempts: [judgedX, judgedY],
    now: world('b', 'x'),
    line: 'judge: rubric changed',
    selects: 'nothing',
  },
  {
    thought: 'a rubric never seen',
    attempts: [judgedX],
    now: world('a', 'y'),
    line: 'judge: rubric changed',
    selects: 'nothing',
  },
  {
    thought: 'a prompt never seen',
    attempts: [judgedX],
    now: world('b', 'x'),
    line: 'run: prompt changed',
    selects: 'nothing',
  },
  {
    thought: 'nothing edited',
    attempts: [judgedX, judgedY],
    now: world('b', 'y'),
    line: 'reuse: nothing changed',
    selects: 'nothing',
  },
  {
    thought: 'a run that was never judged',
    attempts: [{ prompt: 'a' }, judgedY],
    now: world('a', 'x'),
    line: 'judge: prompt as before; not judged yet',
    selects: 'run 1, judge run -, judgment -',
  },
  {
    thought: 'a run where nothing judges any more',
    attempts: [judgedX, judgedY],
    now: world('a', 'none'),
    line: 'reuse: prompt as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'a judging that failed after the edit',
    attempts: [{ prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'y', state: 'failed' }] }],
    now: world('a', 'x'),
    line: 'reuse: rubric as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'a judging that was interrupted after the edit',
    attempts: [{ prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'y', state: 'interrupted' }] }],
    now: world('a', 'x'),
    line: 'reuse: rubric as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'a judging that failed before the edit',
    attempts: [{ prompt: 'a', judged: [{ rubric: 'x', state: 'failed' }] }, judgedY],
    now: world('a', 'x'),
    line: `failed: prompt as before; ${waiting}`,
    selects: 'run 1, judge run 1.1, judgment -',
  },
  {
    thought: 'a judging of the same rubric that failed',
    attempts: [{ prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'x', state: 'failed' }] }],
    now: world('a', 'x'),
    line: `failed: ${waiting}`,
    selects: 'nothing',
  },
  {
    thought: 'the latest of two that fit',
    attempts: [judgedX, { prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'x' }] }, judgedY],
    now: world('a', 'x'),
    line: 'reuse: prompt as before',
    selects: 'run 2, judge run 2.2, judgment 2.2',
  },
  {
    thought: 'an earlier one than the latest, which cannot be used',
    attempts: [judgedX, { prompt: 'a', state: 'interrupted' }, judgedY],
    now: world('a', 'x'),
    line: 'reuse: prompt as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
  {
    thought: 'an interrupted run in between',
    attempts: [judgedX, { prompt: 'b', state: 'interrupted' }],
    now: world('a', 'x'),
    line: 'reuse: prompt as before',
    selects: 'run 1, judge run 1.1, judgment 1.1',
  },
]
