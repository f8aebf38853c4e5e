import type { JudgingSummary, JudgedSummary } from './judging-summary.ts'
import type { RunSummary } from './run-summary.ts'
import type { ErrorCode } from '../errors/error-table.ts'
import type { ErrorRecord } from '../errors/error-record.ts'
import type { MetricJudgment } from '../judging/judgment.ts'
import type { PassRule } from '../settings/schemas/pass-rule.ts'
import { evalRunStateRules } from '../states/eval-run-state.ts'
import { counted } from '../text/counted.ts'
import { formatMetricValue } from '../text/number-format.ts'
import { printable } from '../text/printable.ts'
import { metricFailureMessage } from './metric-failure-message.ts'
import { trialName } from '../trial/trial.ts'

/** A trial's test passes, fails or is skipped. */
export type TestOutcome =
  | { readonly result: 'pass' }
  /** `metrics` are those that failed it, in rubric order; empty if it was not a metric. */
  | { readonly result: 'fail'; readonly error: ErrorRecord; readonly metrics: readonly MetricJudgment[] }
  | { readonly result: 'skip'; readonly reason: string }

/** An outcome other than a pass. */
type Stopped = Exclude<TestOutcome, { result: 'pass' }>

export interface TestOutcomeInput {
  readonly run: RunSummary
  /** Undefined if nobody asked for a judgment. */
  readonly judging: JudgingSummary | undefined
  readonly pass: PassRule
}

/**
 * Passes, fails or skips the test of a trial. Only a decided metric fails it for what the agent did; a
 * failed judge or infrastructure fails it with its own code; unknown skips it, never fails it.
 */
export function testOutcomeOf({ run, judging, pass }: TestOutcomeInput): TestOutcome {
  const stopped = outcomeOfRun(run)
  if (stopped) return stopped
  if (judging === undefined) return { result: 'skip', reason: 'not judged' }
  return judging.status === 'judged' ? outcomeOfJudgment(judging, pass) : outcomeOfJudging(run, judging)
}

/** Decides about a test whose run leaves nothing to assert on; undefined if it does leave something. */
export function outcomeOfRun(run: RunSummary): Stopped | undefined {
  if (run.state === 'cancelled' || run.state === 'interrupted') {
    const detail = run.error?.message ?? run.detail
    return { result: 'skip', reason: detail === undefined ? run.state : `${run.state}: ${printable(detail)}` }
  }
  return evalRunStateRules[run.state].judgeable ? undefined : failed(errorOfRun(run))
}

/** Decides about a test that wanted a judgment and got none. */
export function outcomeOfJudging(
  run: RunSummary,
  judging: Exclude<JudgingSummary, { status: 'judged' }>,
): Stopped {
  if (judging.status === 'not_judgeable') return failed(nothingToJudge(run))
  return judging.error.code === 'VITRIAL_CANCELLED'
    ? { result: 'skip', reason: `judging was cancelled: ${printable(judging.error.message)}` }
    : failed(judging.error)
}

function outcomeOfJudgment(judging: JudgedSummary, pass: PassRule): TestOutcome {
  if (pass === 'recorded') return { result: 'pass' }
  return pass === 'every' ? outcomeOfEvery(judging) : outcomeOfMean(judging, pass)
}

function outcomeOfEvery(judging: JudgedSummary): TestOutcome {
  const { metrics } = judging.judgment
  const below = metrics.filter(({ value }) => value !== null && value < 1)
  if (below.length > 0) {
    return failed(errorOf('VITRIAL_METRIC_FAILED', metricFailureMessage({ metrics: below, judging })), below)
  }
  const undecided = metrics.filter(({ value }) => value === null)
  return undecided.length > 0 ? { result: 'skip', reason: undecidedReason(undecided) } : { result: 'pass' }
}

/** Means are sums of fractions: what differs by less than this is the same. */
const tolerance = 1e-9

function outcomeOfMean(judging: JudgedSummary, least: number): TestOutcome {
  const { metrics } = judging.judgment
  const sum = metrics.reduce((total, { value }) => total + (value ?? 0), 0)
  const undecided = metrics.filter(({ value }) => value === null)
  const lower = sum / metrics.length
  const upper = (sum + undecided.length) / metrics.length
  if (lower >= least - tolerance) return { result: 'pass' }
  if (upper >= least - tolerance) return { result: 'skip', reason: undecidedReason(undecided) }
  const mean =
    undecided.length > 0 ? `can reach ${formatMetricValue(upper)} at most` : `is ${formatMetricValue(lower)}`
  const below = metrics.filter(({ value }) => value === null || value < 1)
  const headline = `the mean of ${counted(metrics.length, 'metric')} ${mean}, below pass: ${least}`
  return failed(
    errorOf('VITRIAL_SCORE_BELOW', metricFailureMessage({ metrics: below, judging, headline })),
    below,
  )
}

function undecidedReason(undecided: readonly MetricJudgment[]): string {
  return undecided.map(({ id, reason }) => `${id} is undecided: ${printable(reason.trim())}`).join(' | ')
}

function failed(error: ErrorRecord, metrics: readonly MetricJudgment[] = []): Stopped {
  return { result: 'fail', error, metrics }
}

function errorOf(code: ErrorCode, message: string): ErrorRecord {
  return { code, message }
}

/** Tells the error of a run that leaves nothing to assert on: what its host said, if it said anything. */
export function errorOfRun(run: RunSummary): ErrorRecord {
  if (run.error) return run.error
  const name = nameOf(run)
  const detail = run.detail === undefined ? '' : `: ${printable(run.detail)}`
  return run.state === 'observe_failed'
    ? errorOf('VITRIAL_OBSERVE_MISSING', `${name} left nothing to observe${detail}. Run it again.`)
    : errorOf('VITRIAL_INFRA_INTERNAL', `${name} ended as ${run.state}${detail}. Run it again.`)
}

/** The state promises evidence and there is none. */
function nothingToJudge(run: RunSummary): ErrorRecord {
  const name = nameOf(run)
  return errorOf(
    'VITRIAL_INFRA_RECORDING',
    `${name} ended as ${run.state}, but its recording holds nothing to judge. Run it again.`,
  )
}

function nameOf(run: RunSummary): string {
  return trialName(run)
}
