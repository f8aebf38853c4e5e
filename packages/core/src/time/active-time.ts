import type { BenchmarkRunRecord } from '../records/benchmark-run-record.ts'
import type { EvalRunRecord } from '../records/eval-run-record.ts'
import type { JudgeCheckRecord } from '../records/judge-check-record.ts'
import type { JudgeRunRecord } from '../records/judge-run-record.ts'
import { unionOf, type Interval } from './interval.ts'

/** An owner is taken for dead without a heartbeat for so long. */
export const heartbeatStaleAfterMs = 30_000

interface ActivityOfRun {
  /** Whether its trial still counts on it: no later attempt has taken its place. */
  readonly isCurrent: boolean
  /** When the last thing in its recording happened. */
  readonly lastEventAtMs?: number
}

/** An eval run, as far as its active time goes. */
export interface EvalRunActivity extends ActivityOfRun {
  readonly run: Pick<EvalRunRecord, 'executionStartedAtMs'> & EndOfRun
  readonly timeoutMs: number
}

/** A judge run with its checks, as far as its active time goes. */
export interface JudgeRunActivityRecord extends ActivityOfRun {
  readonly run: Pick<JudgeRunRecord, 'executionStartedAtMs' | 'archiveStartedAtMs' | 'activity'> &
    EndOfRun & { readonly inputs: Pick<JudgeRunRecord['inputs'], 'mode' | 'timeoutMs'> }
  readonly checks: readonly Pick<JudgeCheckRecord, 'startedAtMs' | 'completedAtMs'>[]
}

/** A record of a run that may have ended. */
interface EndOfRun {
  readonly state: string
  readonly completedAtMs?: number
}

export interface ActiveTimeInput {
  readonly nowMs: number
  readonly benchmarkRun: Pick<BenchmarkRunRecord, 'state' | 'updatedAtMs'>
  readonly evalRuns?: Iterable<EvalRunActivity>
  readonly judgeRuns?: Iterable<JudgeRunActivityRecord>
}

/** Sums how long a benchmark was at work, in milliseconds: what overlaps counts once, waiting counts nothing. */
export function activeTimeMs(input: ActiveTimeInput): number {
  return activeIntervals(input).reduce((sum, { startMs, endMs }) => sum + (endMs - startMs), 0)
}

/** Lists the times at which something was at work, in order and without overlap. */
export function activeIntervals(input: ActiveTimeInput): readonly Interval[] {
  const intervals: Interval[] = []
  for (const activity of input.evalRuns ?? []) intervals.push(...evalRunIntervals(activity, input))
  for (const activity of input.judgeRuns ?? []) intervals.push(...judgeRunIntervals(activity, input))
  return unionOf(intervals)
}

function evalRunIntervals(activity: EvalRunActivity, input: ActiveTimeInput): readonly Interval[] {
  const { run, timeoutMs } = activity
  return intervalOf({
    startMs: run.executionStartedAtMs,
    endMs: run.completedAtMs,
    timeoutMs,
    activity,
    input,
  })
}

/** A final judge counts from when it got a worker; a monitor only its checks, and its archiving. */
function judgeRunIntervals(activity: JudgeRunActivityRecord, input: ActiveTimeInput): readonly Interval[] {
  const { run } = activity
  const { timeoutMs, mode } = run.inputs
  const endMs = run.completedAtMs
  if (mode === 'final') {
    return intervalOf({ startMs: run.executionStartedAtMs, endMs, timeoutMs, activity, input })
  }
  const archiving = { startMs: run.archiveStartedAtMs, endMs, timeoutMs, activity, input }
  const isChecking = run.activity === 'checking' || run.activity === 'finalizing'
  return [
    ...activity.checks
      .filter(({ completedAtMs }) => completedAtMs !== undefined || isChecking)
      .flatMap((check) =>
        intervalOf({
          startMs: check.startedAtMs,
          endMs: check.completedAtMs ?? endMs,
          timeoutMs,
          activity,
          input,
        }),
      ),
    ...intervalOf(archiving),
  ]
}

interface Span {
  readonly startMs: number | undefined
  readonly endMs: number | undefined
  readonly timeoutMs: number
  readonly activity: ActivityOfRun & { readonly run: EndOfRun }
  readonly input: ActiveTimeInput
}

/** No start, no interval. */
function intervalOf({ startMs, endMs, timeoutMs, activity, input }: Span): readonly Interval[] {
  if (startMs === undefined) return []
  if (isLive(activity, input)) return [{ startMs, endMs: endMs ?? input.nowMs }]
  const lastMs = lastSignOf(activity, input)
  // When a run ended whose host died is known by the heartbeat only.
  const isGuessed = activity.run.state === 'interrupted'
  if (endMs !== undefined) return [{ startMs, endMs: isGuessed ? Math.min(endMs, lastMs) : endMs }]
  return [{ startMs, endMs: Math.min(lastMs, startMs + timeoutMs) }]
}

function isLive({ run, isCurrent }: Span['activity'], { benchmarkRun, nowMs }: ActiveTimeInput): boolean {
  const isFresh = nowMs - benchmarkRun.updatedAtMs <= heartbeatStaleAfterMs
  return isCurrent && run.state === 'running' && benchmarkRun.state === 'running' && isFresh
}

/** The last moment at which a run that did not end can have been at work. */
function lastSignOf({ isCurrent, lastEventAtMs }: ActivityOfRun, input: ActiveTimeInput): number {
  const superseded = isCurrent ? undefined : lastEventAtMs
  return Math.min(input.nowMs, input.benchmarkRun.updatedAtMs, superseded ?? Infinity)
}
