import { CancelledError } from '@vitrial/core/errors'
import type { TrialAttachments } from '@vitrial/core/evidence'
import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { counted, printable } from '@vitrial/core/text'
import { trialName, trialOf } from '@vitrial/core/trial'
import type { TestContext } from 'vitest'
import { workerChannel } from '../client/worker-channel.ts'
import { trialMeta } from './trial-meta.ts'
import { metricHeading, metricLine, verdictLine } from './verdict-lines.ts'

/** What is known of a trial by the end of its test. */
export interface AnnotatedTrial {
  /** The Vitest project. */
  readonly project: string
  readonly run: RunSummary
  /** Undefined if nobody asked for a judgment. */
  readonly judging: JudgingSummary | undefined
  /** The metrics whose reason and citations the test's error gives. @default none */
  readonly failedBy?: readonly MetricJudgment[]
}

const judgmentCharacters = 64_000

/**
 * Puts a trial on its test: a `verdict`, a `metric` line each, `transcript`, `diff` and `judgment` to open, and
 * `task.meta.vitrial`. What cannot be attached is said in an annotation: it never decides a test.
 */
export async function annotateTrial(test: TestContext, trial: AnnotatedTrial): Promise<void> {
  const { run, judging } = trial
  Object.assign(test.task.meta, { vitrial: trialMeta(run, judging) })
  // A repeat asserts again on the same run, which is on its test already.
  if ((test.task.result?.repeatCount ?? 0) > 0) return
  const attachments = await attachmentsOf(trial, test.signal)
  try {
    await Promise.all(annotations(test, trial, attachments))
  } catch (error) {
    // An aborted test takes no annotations any more, and must not fail for that.
    if (!test.signal.aborted) throw error
  }
}

/** All at once, because each waits for Vitest's main process. They arrive in this order. */
function annotations(
  test: TestContext,
  trial: AnnotatedTrial,
  attached: Attached,
): readonly Promise<unknown>[] {
  const { run, judging, failedBy = [] } = trial
  const { result } = test.task
  const state = result?.state
  // A soft assertion has failed the test by now, and then Vitest would not take annotations any more.
  if (result?.state === 'fail') result.state = 'run'
  try {
    return [
      test.annotate(verdictLine(run, judging), 'verdict'),
      ...metricsOf(judging).map((metric) =>
        test.annotate(failedBy.includes(metric) ? metricHeading(metric) : metricLine(metric), 'metric'),
      ),
      ...attach(test, trial, attached),
    ]
  } finally {
    if (result && state) result.state = state
  }
}

type Attached = TrialAttachments | { readonly problem: string } | undefined

/** Undefined after a cancel, when nobody needs them. */
async function attachmentsOf(
  { project, run, judging }: AnnotatedTrial,
  signal: AbortSignal,
): Promise<Attached> {
  const metrics = metricsOf(judging)
  const isPlainPass = metrics.length > 0 && metrics.every(({ value }) => value === 1)
  try {
    return await workerChannel()?.attachments(
      { project, trialId: run.trialId, evalRunId: run.evalRunId, isPlainPass },
      signal,
    )
  } catch (error) {
    if (error instanceof CancelledError) return undefined
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function attach(test: TestContext, { run, judging }: AnnotatedTrial, attached: Attached): Promise<unknown>[] {
  const name = printable(trialName(trialOf(run)))
  const text = (type: string, about: string, contentType: string, body: string): Promise<unknown> =>
    // As bytes: the viewer of Vitest's UI throws on text with half a character in it.
    test.annotate(`${name}: ${about}`, type, { contentType, body: new TextEncoder().encode(body) })
  if (attached && 'problem' in attached) {
    return [test.annotate(`the recording cannot be shown: ${printable(attached.problem)}`, 'transcript')]
  }
  const { transcript, diff } = attached ?? {}
  return [
    ...(transcript ? [text('transcript', transcript.about, 'text/markdown', transcript.text)] : []),
    // Not text/x-diff: Vitest's UI names the file by its type, and knows none for that.
    ...(diff ? [text('diff', diff.about, 'text/plain', diff.text)] : []),
    ...(attached && judging?.status === 'judged'
      ? [text('judgment', judgmentAbout(judging), 'application/json', judgmentJson(judging))]
      : []),
  ]
}

type Judged = Extract<JudgingSummary, { status: 'judged' }>

function judgmentAbout({ judgment, judgeModel }: Judged): string {
  const citations = judgment.metrics.reduce((sum, { evidence }) => sum + evidence.length, 0)
  return `${counted(citations, 'citation')}, judged by ${printable(judgeModel)}`
}

/** Without its citations if it would be too long with them. */
function judgmentJson({ judgment, ...rest }: Judged): string {
  const whole = JSON.stringify({ ...rest, judgment }, null, 2)
  if (whole.length <= judgmentCharacters) return whole
  const metrics = judgment.metrics.map(({ evidence, ...metric }) => ({
    ...metric,
    citations: evidence.length,
  }))
  return JSON.stringify({ ...rest, judgment: { ...judgment, metrics } }, null, 2)
}

function metricsOf(judging: JudgingSummary | undefined): Judged['judgment']['metrics'] {
  return judging?.status === 'judged' ? judging.judgment.metrics : []
}
