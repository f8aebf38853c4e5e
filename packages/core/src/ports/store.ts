import type { ErrorRecord } from '../errors/error-record.ts'
import type { RunCost } from '../records/run-cost.ts'
import type { Judgment } from '../judging/judgment.ts'
import type { ComponentHashes } from '../inputs/fingerprints.ts'
import type { ModelSettings } from '../inputs/model-settings.ts'
import type { Trial } from '../trial/trial.ts'
import type { ManifestFile } from '../recording/manifest.ts'
import type { Measurement } from '../recording/measurement.ts'
import type { Usage } from '../recording/usage.ts'
import type { Metric } from '../rubric/metric.ts'
import type { InputsToday } from '../scores/counted-trial.ts'
import type { JudgeSettings } from '../settings/judge-settings.ts'
import type { BenchmarkRunState } from '../states/benchmark-run-state.ts'
import type { EvalRunOutcome, EvalRunState } from '../states/eval-run-state.ts'
import type { JudgeRunActivity, JudgeRunState } from '../states/judge-run-state.ts'

/** The process that holds a benchmark run or a sandbox. */
export interface RunOwner {
  /** Where its pid is known: a machine since its last boot, or a container on it. */
  readonly machine: string
  readonly pid: number
  /**
   * When it started, in milliseconds since the boot of its machine, which no change of the clock moves: with the
   * pid it tells a living owner from a later process. 0 where that cannot be read.
   */
  readonly startedAtMs: number
}

/** The retained aggregate. All times are milliseconds since the epoch. */
export interface BenchmarkRunRecord {
  readonly id: string
  readonly name: string
  readonly state: BenchmarkRunState
  readonly startedAtMs: number
  /** The heartbeat. */
  readonly updatedAtMs: number
  readonly completedAtMs?: number
  readonly owner: RunOwner
  /** The invocation that was at work on it last. */
  readonly invocationId: string
  /** The benchmark as it was declared, as data. */
  readonly definition: unknown
}

/** One execution of a candidate, from its start. */
export interface NewEvalRun {
  readonly id: string
  readonly benchmarkRunId: string
  /** Absent for an ingested recording. */
  readonly trialId?: string
  /** Counts from 1 within a trial. */
  readonly attempt: number
  readonly evalId: string
  readonly model: string
  readonly harness: string
  readonly agentVersion: string
  /** The version of Vitrial that ran it. */
  readonly vitrialVersion: string
  readonly runtime: string
  /** The engine's id of the image that its container was made from; absent without one. */
  readonly image?: string | undefined
  /** What ran the container, with its version: `docker 27.3.1`; absent without one. */
  readonly engine?: string | undefined
  readonly contained: boolean
  readonly scripted: boolean
  readonly candidateFingerprint: string
  /** What the fingerprint is made of: the hash of each input, by its name. */
  readonly candidateInputs: ComponentHashes
  /** The invocation that started it. */
  readonly invocationId: string
  readonly startedAtMs: number
}

/** How an execution ended. */
export interface EvalRunResult {
  readonly state: Exclude<EvalRunState, 'running'>
  readonly outcome?: EvalRunOutcome
  /** What ended it, for states other than `completed`. */
  readonly error?: ErrorRecord
  readonly detail?: string
  /** The evidence a judge may grade; absent if nothing was finalized. */
  readonly evidenceHash?: string
  readonly completedAtMs: number
  readonly usage: Usage
  readonly measurements: readonly Measurement[]
}

/** A row whose content no longer fits the hash that it was finalized with: somebody wrote to it since. */
export interface Alterable {
  readonly isAltered?: true
}

export type EvalRunRecord = NewEvalRun &
  Alterable &
  (
    | { readonly state: 'running'; readonly executionStartedAtMs?: number }
    | (EvalRunResult & { readonly executionStartedAtMs?: number })
  )

/** All that went into a grading, stored with it. */
export interface JudgeRunInputs {
  readonly systemPrompt: string
  /** The part of the system prompt that all rubrics share. */
  readonly profile: string
  readonly rubric: string
  readonly metrics: readonly Metric[]
  readonly mode: 'final' | 'live'
  readonly protocol: number
  readonly timeoutMs: number
  readonly websearch: boolean
  readonly modelSettings: ModelSettings
  /** The hash of the code judge. */
  readonly codeJudge?: string
  readonly verification?: JudgeSettings['verification']
}

/** One grading of a recording by one judge, from its start. */
export interface NewJudgeRun {
  readonly id: string
  readonly evalRunId: string
  readonly kind: 'agent' | 'model' | 'code'
  /** Absent for a code judge. */
  readonly model?: string
  readonly agentVersion: string
  /** The version of Vitrial that had it grade. */
  readonly vitrialVersion: string
  /** Where it ran. */
  readonly runtime: string
  /** Position in a panel, from 1. */
  readonly seat: number
  readonly scripted: boolean
  readonly judgeFingerprint: string
  /** What the fingerprint is made of: the hash of each input, by its name. */
  readonly judgeInputs: ComponentHashes
  readonly inputs: JudgeRunInputs
  readonly activity: JudgeRunActivity
  /** The invocation that started it. */
  readonly invocationId: string
  /** When it queued. */
  readonly startedAtMs: number
}

export interface JudgeRunProgress {
  readonly activity?: JudgeRunActivity
  /** When it got a worker. */
  readonly executionStartedAtMs?: number
  readonly archiveStartedAtMs?: number
}

export interface JudgeRunResult {
  readonly state: Exclude<JudgeRunState, 'running'>
  readonly error?: ErrorRecord
  /** What else is to be known about its end, such as a transcript that could not be kept. */
  readonly detail?: string
  readonly completedAtMs: number
  readonly usage: Usage
  readonly evidenceReads: number
  readonly rejectedSubmissions: number
  /** What its folder holds, by hash; absent where that could not be kept. */
  readonly files?: readonly ManifestFile[]
}

export type JudgeRunRecord = NewJudgeRun &
  Alterable &
  JudgeRunProgress & { readonly judgmentId?: string } & ({ readonly state: 'running' } | JudgeRunResult)

/** A judgment as it is on record. */
export type JudgmentRecord = Judgment & Alterable

/** One question to a judge, live or final. */
export interface JudgeCheckRecord {
  readonly id: string
  readonly judgeRunId: string
  readonly requestId: string
  readonly phase: 'early' | 'final'
  readonly checkpoint: number
  readonly queuedAtMs: number
  readonly startedAtMs?: number
  readonly completedAtMs?: number
  readonly outcome?: 'submitted' | 'continued' | 'none' | 'cancelled'
}

/** A trial with what it selects. */
export interface TrialRecord {
  readonly trial: Trial
  readonly evalRun?: EvalRunRecord
  /** The judge run that speaks for it: the last that was started over the selected eval run, or selected with it. */
  readonly judgeRun?: JudgeRunRecord
  readonly judgment?: Judgment
  /**
   * What of it is not what was written: its eval run, or only what was made of that. It counts for nothing until it is
   * restored or done anew.
   */
  readonly altered?: 'run' | 'judgment'
}

/** A trial as a benchmark declares it now. */
export interface DeclaredTrial extends Trial {
  /** What it would be run and judged from; absent where nobody knows: then nothing of it is outdated. */
  readonly today?: InputsToday
}

/** An eval with the metrics that its rubric asks for now, in their order. */
export interface DeclaredEval {
  readonly id: string
  readonly metrics: readonly Pick<Metric, 'id' | 'label'>[]
}

/** What a benchmark declares: what its scores are over. */
export interface Declaration {
  readonly trials: readonly DeclaredTrial[]
  readonly evals: readonly DeclaredEval[]
}

/** What a trial is to select of what is on record of it. */
export interface Selection {
  readonly trialId: string
  readonly evalRunId: string
  /** The judge run that is to speak for it; absent if nobody judged the eval run. */
  readonly judgeRunId?: string
  readonly judgmentId?: string
}

/** The eval runs of a trial that had the same inputs. */
export interface AttemptsQuery {
  readonly trialId: string
  readonly candidateFingerprint: string
}

/** A page of rows; `next` continues, absent at the end. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly next?: string
}

/** A row that is not what was written. */
export interface RowFault {
  readonly table: string
  /** Empty where SQLite does not tell which row it is. */
  readonly id: string
  /** In words. */
  readonly detail: string
}

/** Which page of rows. */
export interface PageOptions {
  /** How many rows at most; at least 1. */
  readonly limit: number
  /** The `next` of the page before. */
  readonly after?: string
}

/** Which page of trials. */
export interface TrialPageOptions extends PageOptions {
  /** Retired trials too. @default false */
  readonly withRetired?: boolean
}

/** Reads a benchmark's results. Each call sees them at one moment. */
export interface StoreReader extends AsyncDisposable {
  /** The benchmark run of this file, the latest if it holds several; undefined in a new file. */
  readLatestBenchmarkRun(): Promise<BenchmarkRunRecord | undefined>
  /** Eval runs and judge runs that are `running`, oldest first. */
  readOpenRuns(
    benchmarkRunId: string,
  ): Promise<{ readonly evalRuns: readonly EvalRunRecord[]; readonly judgeRuns: readonly JudgeRunRecord[] }>
  readBenchmarkRun(benchmarkRunId: string): Promise<BenchmarkRunRecord | undefined>
  /** The trials, in the order they were declared. */
  readTrials(benchmarkRunId: string, options: TrialPageOptions): Promise<Page<TrialRecord>>
  /** One trial, retired or not; undefined if it was never declared. */
  readTrial(benchmarkRunId: string, trialId: string): Promise<TrialRecord | undefined>
  readEvalRun(evalRunId: string): Promise<EvalRunRecord | undefined>
  /** Every eval run there is, selected or not, by id. */
  readEvalRuns(benchmarkRunId: string, options: PageOptions): Promise<Page<EvalRunRecord>>
  /** The eval runs of a trial whose candidate had a fingerprint, the latest attempt first. */
  readAttempts(benchmarkRunId: string, query: AttemptsQuery): Promise<readonly EvalRunRecord[]>
  /** The number of the last attempt at a trial; 0 if there was none. */
  readLastAttempt(benchmarkRunId: string, trialId: string): Promise<number>
  /**
   * The gradings of an eval run, in the order they started.
   *
   * @param judgeFingerprint leaves out those that were made from other inputs. @default all
   */
  readJudgeRuns(evalRunId: string, judgeFingerprint?: string): Promise<readonly JudgeRunRecord[]>
  readChecks(judgeRunId: string): Promise<readonly JudgeCheckRecord[]>
  readJudgment(judgmentId: string): Promise<JudgmentRecord | undefined>
  /** Rows that are not what was written; `limit` is how many eval runs are looked at, with all that was made of them. */
  readRowFaults(benchmarkRunId: string, options: PageOptions): Promise<Page<RowFault>>
  /** What the runs of candidates and judges that have ended cost, selected or not, by id. */
  readRunCosts(benchmarkRunId: string, options: PageOptions): Promise<Page<RunCost>>
  /** What was declared last. */
  readDeclaration(benchmarkRunId: string): Promise<Declaration>
}

/**
 * The one writer of a benchmark's results. Every write resolves once it is durable. A finalized eval
 * run, judge run or judgment never changes: a second write throws `VITRIAL_STORE_IMMUTABLE`.
 */
export interface Store extends StoreReader {
  startBenchmarkRun(run: Omit<BenchmarkRunRecord, 'state' | 'completedAtMs'>): Promise<void>
  /**
   * Hands a benchmark run to a new owner: it is running again from `atMs` on. What its last owner left running stays
   * so until it is ended by {@link finalizeEvalRun} and {@link finishJudgeRun}.
   */
  resumeBenchmarkRun(
    benchmarkRunId: string,
    resumed: Pick<BenchmarkRunRecord, 'owner' | 'definition' | 'invocationId'> & { readonly atMs: number },
  ): Promise<void>
  /** Renews the heartbeat. */
  touchBenchmarkRun(benchmarkRunId: string, atMs: number): Promise<void>
  finishBenchmarkRun(
    benchmarkRunId: string,
    state: Exclude<BenchmarkRunState, 'running'>,
    atMs: number,
  ): Promise<void>
  /** Makes a row for each trial that has none, and keeps what is declared in place of what was before. */
  declare(benchmarkRunId: string, declaration: Declaration): Promise<void>
  /** Takes trials out of the aggregate until they are declared again. What is on record of them is kept. */
  retireTrials(benchmarkRunId: string, trialIds: readonly string[], atMs: number): Promise<void>
  /**
   * Has trials select what is on record of them: one transaction. Throws `VITRIAL_STORE_REFUSED`, and selects
   * nothing, if one is to select what is not its own.
   */
  select(benchmarkRunId: string, selections: readonly Selection[]): Promise<void>

  startEvalRun(run: NewEvalRun): Promise<void>
  /** Notes when an eval run got its place. */
  markExecuting(evalRunId: string, atMs: number): Promise<void>
  /** Ends an eval run and, if it belongs to a trial, selects it there: one transaction. */
  finalizeEvalRun(evalRunId: string, result: EvalRunResult): Promise<void>

  /** Begins a judge run, which from now on speaks for the trial that selects its eval run. */
  startJudgeRun(run: NewJudgeRun): Promise<void>
  updateJudgeRun(judgeRunId: string, progress: JudgeRunProgress): Promise<void>
  saveCheck(check: JudgeCheckRecord): Promise<void>
  /** Ends a judge run; with a judgment, keeps and selects that too: one transaction. */
  finishJudgeRun(judgeRunId: string, result: JudgeRunResult, judgment?: Judgment): Promise<void>
}
