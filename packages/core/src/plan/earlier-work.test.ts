import { describe, expect, test } from 'vitest'
import type { EvalRunRecord } from '../records/eval-run-record.ts'
import type { JudgeRunRecord } from '../records/judge-run-record.ts'
import type { Selection } from '../records/selection.ts'
import { trialRecord } from '../records/trial-record.fixture.ts'
import { evalRunStateRules, evalRunStates } from '../states/eval-run-state.ts'
import { judgeRunStates } from '../states/judge-run-state.ts'
import { CostEstimates } from '../cost/cost-estimates.ts'
import { reusableEvalRun, soughtWork, withEarlierEvalRun, withEarlierJudgeRun } from './earlier-work.ts'
import {
  judgedX,
  judgedY,
  lookups,
  trial,
  world,
  type Attempt,
  type Judging,
} from './earlier-work.fixture.ts'
import { planTrials, type PlanInput } from './plan-trials.ts'
import { plannedIn, type PlanWorld } from './plan-world.fixture.ts'
import { recordedTrialOf, type RecordedTrial } from './recorded-trial.ts'

interface OnRecord {
  readonly evalRun: EvalRunRecord
  readonly judgeRuns: readonly JudgeRunRecord[]
}

/** The rows of attempts: the first is run 1 with judge runs 1.1, 1.2 and so on; judgment 1.1 is that of judge run 1.1. */
function onRecord(attempts: readonly Attempt[]): readonly OnRecord[] {
  return attempts.map(({ prompt, state, judged = [] }, index) => {
    const id = String(index + 1)
    const { evalRun } = trialRecord({ ...(state && { state }), evalRunId: id })
    if (!evalRun) throw new Error('no eval run')
    const candidate = plannedIn(world(prompt, 'x')).candidate(trial)
    return {
      evalRun: {
        ...evalRun,
        candidateFingerprint: candidate.fingerprint,
        candidateInputs: candidate.components,
      },
      judgeRuns: judged.map((judging, place) => judgeRun(judging, id, `${id}.${place + 1}`)),
    }
  })
}

function judgeRun(judging: Judging, evalRunId: string, id: string): JudgeRunRecord {
  const { rubric, state = 'completed', isJudgment = state === 'completed' } = judging
  const found = trialRecord({ evalRunId, judgeState: state }).judgeRun
  const judge = plannedIn(world('a', rubric)).judge(trial)
  if (!found || !judge) throw new Error('no judge run')
  const fingerprints = { judgeFingerprint: judge.fingerprint, judgeInputs: judge.components }
  return { ...found, id, ...fingerprints, ...(isJudgment && { judgmentId: id }) }
}

/** What a plan goes by, as the host looks it up: the last attempt and its last judging are selected. */
function fitting(attempts: readonly Attempt[], current: PlanWorld): RecordedTrial {
  const rows = onRecord(attempts)
  const selected = rows.at(-1)
  if (!selected) throw new Error('no attempt')
  const { evalRun, judgeRuns } = selected
  const speaking = judgeRuns.at(-1)
  const isJudged = judgeRuns.some(({ judgmentId }) => judgmentId !== undefined)
  const { judgment } = trialRecord({ evalRunId: evalRun.id, values: { asked: 1 } })
  const record = {
    trial,
    evalRun,
    ...(speaking && { judgeRun: speaking }),
    ...(isJudged && judgment && { judgment }),
  }
  const { candidate, judge } = plannedIn(current)
  const today = { record, candidate: candidate(trial), judge: judge(trial) }
  const sought = soughtWork(today)
  if (sought === 'eval run') {
    const same = rows.filter((row) => row.evalRun.candidateFingerprint === today.candidate.fingerprint)
    const found = reusableEvalRun(same.map((row) => row.evalRun).toReversed())
    const over = rows.find((row) => row.evalRun === found)
    if (found && over) return withEarlierEvalRun(today, found, over.judgeRuns)
  }
  const again = sought === 'judge run' ? withEarlierJudgeRun(today, judgeRuns) : undefined
  return again ?? recordedTrialOf(record)
}

function planned(attempts: readonly Attempt[], current: PlanWorld, input: Partial<PlanInput> = {}) {
  const records = [fitting(attempts, current)]
  const [item] = planTrials({ ...plannedIn(current), trials: [trial], records, ...input })
  return { line: `${item?.action}: ${item?.reason}`, selects: shown(item?.selects) }
}

function shown(selection: Selection | undefined): string {
  if (selection === undefined) return 'nothing'
  const { evalRunId, judgeRunId = '-', judgmentId = '-' } = selection
  return `run ${evalRunId}, judge run ${judgeRunId}, judgment ${judgmentId}`
}

test.each(lookups)('$thought', ({ attempts, now, line, selects }) => {
  expect(planned(attempts, now)).toEqual({ line, selects })
})

describe.each(evalRunStates)('an earlier run that is %s', (state) => {
  test('is selected again if and only if it would be reused', () => {
    const { selects } = planned([{ ...judgedX, state }, judgedY], world('a', 'x'))
    const again = 'run 1, judge run 1.1, judgment 1.1'
    expect(selects).toBe(evalRunStateRules[state].next === 'reuse' ? again : 'nothing')
  })

  test('has no earlier judgment sought for it while it is selected and cannot be judged', () => {
    const { selects } = planned(
      [{ prompt: 'a', state, judged: [{ rubric: 'x' }, { rubric: 'y' }] }],
      world('a', 'x'),
    )
    expect(selects === 'nothing').toBe(evalRunStateRules[state].next !== 'reuse')
  })
})

test.each(judgeRunStates)(
  'an earlier judge run that is %s is selected again only with a judgment',
  (state) => {
    const { line } = planned(
      [{ prompt: 'a', judged: [{ rubric: 'x', state }, { rubric: 'y' }] }],
      world('a', 'x'),
    )
    expect(line).toBe(state === 'completed' ? 'reuse: rubric as before' : 'judge: rubric changed')
  },
)

test.each([
  { state: 'completed', isJudgment: false },
  { state: 'failed', isJudgment: true },
] as const)('a judge run with %j is not selected again', (judging) => {
  const { line } = planned(
    [{ prompt: 'a', judged: [{ rubric: 'x', ...judging }, { rubric: 'y' }] }],
    world('a', 'x'),
  )
  expect(line).toBe('judge: rubric changed')
})

test('what is selected again is judged anew if that is asked for', () => {
  const rejudge = new Set([trial.id])
  const attempts = [{ prompt: 'a', judged: [{ rubric: 'x' }, { rubric: 'y' }] }] as const
  expect(planned(attempts, world('a', 'x'), { rejudge }).line).toBe('judge: rubric as before; rejudge')
})

test('a judging of earlier work that does not fit into the cost limit still selects it', () => {
  const records = [fitting([judgedX, judgedY], world('a', 'y'))]
  const costs = { estimates: new CostEstimates(), judgeModels: ['acme/judge'], maxCostUsd: 0 }
  const [item] = planTrials({ ...plannedIn(world('a', 'y')), trials: [trial], records, costs })
  expect(item).toMatchObject({ action: 'deferred', deferredAction: 'judge', selects: { evalRunId: '1' } })
})
