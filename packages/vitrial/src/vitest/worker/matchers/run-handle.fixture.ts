import {
  memoryEvidenceView,
  pageOfRecording,
  type Citation,
  type MemoryEvidence,
} from '@vitrial/core/evidence'
import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { noUsage, type RecordedEvent, type ToolCallBody } from '@vitrial/core/recording'
import { RunHandle } from '../run/run-handle.ts'

const summary: RunSummary = {
  trialId: 'ask:scripted/a:1',
  evalRunId: 'run-1',
  evalId: 'ask',
  model: 'scripted/a',
  repetition: 1,
  state: 'completed',
  response: 'Which dialect?',
  usage: noUsage,
  durationMs: 1_000,
}

export interface RunToAssert {
  readonly summary?: Partial<RunSummary>
  /** By metric id; null is undecided. */
  readonly metrics?: Readonly<Record<string, number | null>>
  /** What every metric cites. */
  readonly citations?: readonly Citation[]
  /** In place of a judgment. */
  readonly judging?: JudgingSummary
  readonly tools?: readonly Partial<ToolCallBody>[]
  readonly files?: Pick<MemoryEvidence, 'initial' | 'final'>
}

/** A run in the hands of a test, with its recording in memory and what the judge says of it given. */
export function runHandle(run: RunToAssert = {}): RunHandle {
  const view = memoryEvidenceView({ evidenceHash: 'hash', events: eventsOf(run.tools ?? []), ...run.files })
  return new RunHandle({
    summary: { ...summary, ...run.summary },
    context: {
      project: 'evals',
      pass: 'every',
      promptFile: '/b/evals/ask/prompt.md',
      rubricFile: '/b/evals/ask/judge.md',
      metricLines: { asked: 3, bound: 7 },
    },
    question: { project: 'evals', trialId: summary.trialId, attempt: 0 },
    channel: {
      judge: () => Promise.resolve(run.judging ?? judged(run)),
      readRecording: ({ query }) => pageOfRecording(view, query),
    },
    taskId: 'task-1',
    signal: new AbortController().signal,
  })
}

function judged({ metrics = { asked: 1 }, citations = [] }: RunToAssert): JudgingSummary {
  const rows = Object.entries(metrics).map(([id, value]): MetricJudgment => ({
    id,
    label: `It ${id}`,
    value,
    reason: `Reason of ${id}.`,
    evidence: [...citations],
  }))
  const judgment = {
    id: 'judgment-1',
    evalRunId: summary.evalRunId,
    metrics: rows,
    mean: null,
    evidenceHash: 'hash',
    checkpoint: 1,
  }
  return {
    status: 'judged',
    judgment,
    judgeModel: 'scripted/judge',
    evidenceReads: 1,
    rejectedSubmissions: 0,
  }
}

function eventsOf(tools: readonly Partial<ToolCallBody>[]): readonly RecordedEvent[] {
  return tools.map((tool, index) => ({
    seq: index + 1,
    atMs: index,
    session: 's',
    source: 'harness',
    kind: 'tool_call',
    body: {
      id: `call_${index + 1}`,
      messageId: 'msg_1',
      name: 'bash',
      status: 'completed',
      input: {},
      ...tool,
    },
  }))
}
