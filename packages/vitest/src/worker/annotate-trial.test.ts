import { noUsage, type JudgingSummary, type RunSummary } from '@vitrial/core'
import { expect, test, type TestContext } from 'vitest'
import { annotateTrial } from './annotate-trial.ts'

const run: RunSummary = {
  trialId: 'sum:scripted/a:1',
  evalRunId: 'run_1',
  evalId: 'sum',
  model: 'scripted/a',
  repetition: 1,
  state: 'completed',
  usage: noUsage,
  durationMs: 100,
  scripted: true,
}

const metrics = [
  { id: 'done', label: 'It is done', value: 0, reason: 'It is not.', evidence: [] },
  { id: 'open', label: 'It is open', value: null, reason: 'Nothing says.', evidence: [] },
]

const judging: JudgingSummary = {
  status: 'judged',
  judgment: { id: 'j1', evalRunId: 'run_1', metrics, mean: null, evidenceHash: 'h', checkpoint: 1 },
  judgeModel: 'scripted/judge',
  evidenceReads: 0,
  rejectedSubmissions: 0,
  judgeRunId: 'judge_1',
  scripted: true,
}

function metricsOn({ task }: TestContext): readonly string[] {
  return task.annotations.flatMap(({ type, message }) => (type === 'metric' ? [message] : []))
}

test('says of a metric that failed the test value and label, and of the others why', async (context) => {
  await annotateTrial(context, { project: 'evals', run, judging, failedBy: metrics.slice(0, 1) })
  expect(metricsOn(context)).toEqual([
    'done is 0 — It is done',
    'open is undecided — It is open · Nothing says.',
  ])
})

test('says why of every metric where none failed the test', async (context) => {
  await annotateTrial(context, { project: 'evals', run, judging })
  expect(metricsOn(context)).toEqual([
    'done is 0 — It is done · It is not.',
    'open is undecided — It is open · Nothing says.',
  ])
})
