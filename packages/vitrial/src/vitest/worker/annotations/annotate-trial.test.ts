import { expect, test, type TestContext } from 'vitest'
import { annotateTrial } from './annotate-trial.ts'
import { judgedBy, metric, run } from './judged-run.fixture.ts'

const metrics = [
  metric({ id: 'done', label: 'It is done', reason: 'It is not.', evidence: [] }),
  metric({ id: 'open', label: 'It is open', value: null, reason: 'Nothing says.', evidence: [] }),
]
const judging = judgedBy(metrics)

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
