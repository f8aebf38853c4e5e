import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { noUsage } from '@vitrial/core/recording'
import { trialOf } from '@vitrial/core/trial'
import { expect, test } from 'vitest'
import type { TrialAtWork } from './conductor.ts'
import { TrialWork } from './trial-work.ts'

function summary(state: RunSummary['state']): RunSummary {
  return {
    trialId: 'sum:scripted/a:1',
    evalRunId: 'run',
    evalId: 'sum',
    model: 'scripted/a',
    repetition: 1,
    state,
    usage: noUsage,
    durationMs: 1,
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- handed on as it is
const atWork = { trial: trialOf({ evalId: 'sum', model: 'scripted/a', repetition: 1 }) } as TrialAtWork

const failedJudging: JudgingSummary = {
  status: 'failed',
  error: { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'The judge ended without a submission.' },
}

/** Work whose runs and judgings end as listed, one after another; counts how often each was started. */
function work(
  states: RunSummary['state'][],
  judgings: JudgingSummary[] = [failedJudging],
): { work: TrialWork; started: { runs: number; judgings: number } } {
  const started = { runs: 0, judgings: 0 }
  const conductor = {
    run: async () => summary(states[started.runs++] ?? 'completed'),
    judge: async () => judgings[started.judgings++] ?? { status: 'not_judgeable' as const },
  }
  return { work: new TrialWork(atWork, conductor), started }
}

test('executes and judges once, however many ask', async () => {
  const { work: trial, started } = work(['completed'])
  await Promise.all([trial.run(0), trial.live(0), trial.run(0), trial.live(0)])
  expect(started).toEqual({ runs: 1, judgings: 1 })
})

test('asserts again on the same run when a retry follows a completed run', async () => {
  const { work: trial, started } = work(['completed'], [{ status: 'not_judgeable' }])
  await trial.live(0)
  await trial.live(1)
  expect(started).toEqual({ runs: 1, judgings: 1 })
})

test('runs anew when a retry follows a failed infrastructure, once for all who retry', async () => {
  const { work: trial, started } = work(['infra_failed', 'completed'])
  expect((await trial.run(0)).state).toBe('infra_failed')
  const [a, b] = await Promise.all([trial.run(1), trial.run(1)])
  expect([a.state, b.state, started.runs]).toEqual(['completed', 'completed', 2])
})

test('judges anew when a retry follows a failed judge, without running the candidate again', async () => {
  const { work: trial, started } = work(['completed'], [failedJudging, { status: 'not_judgeable' }])
  await trial.live(0)
  const [a, b] = await Promise.all([trial.live(1), trial.live(1)])
  expect([a.status, b.status]).toEqual(['not_judgeable', 'not_judgeable'])
  expect(started).toEqual({ runs: 1, judgings: 2 })
})
