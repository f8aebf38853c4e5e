import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { noUsage } from '@vitrial/core/recording'

export const run: RunSummary = {
  trialId: 'sum:scripted/a:1',
  evalRunId: 'run_1',
  evalId: 'sum',
  model: 'scripted/a',
  repetition: 1,
  state: 'completed',
  usage: { ...noUsage, calls: 2, inputTokens: 30_000, outputTokens: 1_000, costUsd: 0.0021 },
  durationMs: 9_100,
  scripted: true,
}

export function metric(changes: Partial<MetricJudgment> = {}): MetricJudgment {
  return {
    id: 'fixed',
    label: 'Fixes the sum',
    value: 0,
    reason: 'It subtracts.',
    evidence: [{ kind: 'response', quote: 'a - b' }],
    ...changes,
  }
}

/** A judgment of that run. */
export function judgedBy(metrics: readonly MetricJudgment[]): Extract<JudgingSummary, { status: 'judged' }> {
  return {
    status: 'judged',
    judgment: {
      id: 'j1',
      evalRunId: run.evalRunId,
      metrics: [...metrics],
      mean: metrics.some(({ value }) => value === null) ? null : 0.5,
      evidenceHash: 'h',
      checkpoint: 1,
    },
    judgeModel: 'scripted/judge',
    evidenceReads: 3,
    rejectedSubmissions: 0,
    judgeRunId: 'judge_1',
    scripted: true,
  }
}
