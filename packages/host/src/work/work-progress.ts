import type { Clock } from '@vitrial/core/ports'
import type { Usage } from '@vitrial/core/recording'
import type { Trial } from '@vitrial/core/trial'
import type { HostProgress, RunningWork, WorkStage } from './host-progress.ts'
import { WorkDurations } from './work-durations.ts'

interface TrialProgress {
  readonly trial: Trial
  working?: { readonly stage: WorkStage; readonly startedAtMs: number }
  isRunEnded: boolean
  isDone: boolean
}

export interface WorkProgressOptions {
  readonly clock: Pick<Clock, 'elapsed'>
  /** How much runs at once. */
  readonly places: number
}

/** Follows the work on each trial, to say how far it is, what it costs and when it may end. */
export class WorkProgress {
  readonly #options: WorkProgressOptions
  readonly #durations = new WorkDurations()
  #trials = new Map<string, TrialProgress>()
  #spentUsd = 0
  #isSpentKnown = true

  constructor(options: WorkProgressOptions) {
    this.#options = options
  }

  /** Somebody wants this trial. */
  wanted(trial: Trial): void {
    this.#trials.set(trial.id, { trial, isRunEnded: false, isDone: false })
  }

  /** A half of its work waits for a place; a new attempt opens the trial again. */
  queued(trial: Trial, stage: WorkStage): void {
    const entry = this.#trials.get(trial.id)
    if (!entry) return
    entry.isDone = false
    entry.isRunEnded = stage === 'judge'
  }

  /** It got its place. */
  started(trial: Trial, stage: WorkStage): void {
    const entry = this.#trials.get(trial.id)
    if (!entry) return
    entry.working = { stage, startedAtMs: this.#options.clock.elapsed() }
  }

  /** A half of its work ended by itself. Cancelled work says nothing about how long work takes. */
  ended(trial: Trial, stage: WorkStage, usage: Usage | undefined): void {
    const entry = this.#trials.get(trial.id)
    const startedAtMs = entry?.working?.startedAtMs
    if (entry) {
      delete entry.working
      entry.isRunEnded = true
      // Unless somebody wants it judged.
      entry.isDone = true
    }
    if (startedAtMs !== undefined) {
      this.#durations.add(stage, trial, this.#options.clock.elapsed() - startedAtMs)
    }
    const costUsd = usage?.costUsd ?? null
    if (costUsd === null) this.#isSpentKnown = false
    else this.#spentUsd += costUsd
  }

  /** What was queued or at work came to nothing: cancelled, or there was nothing to do. */
  dropped(trial: Trial): void {
    const entry = this.#trials.get(trial.id)
    if (!entry) return
    delete entry.working
    entry.isDone = true
  }

  /** Forgets the trials, not what was spent and learned. */
  reset(): void {
    this.#trials = new Map()
  }

  now(): HostProgress {
    const nowMs = this.#options.clock.elapsed()
    const trials = [...this.#trials.values()]
    const done = trials.filter(({ isDone }) => isDone).length
    const running = trials
      .flatMap(({ trial, working }): readonly RunningWork[] =>
        working === undefined ? [] : [{ trial, stage: working.stage, ageMs: nowMs - working.startedAtMs }],
      )
      .toSorted((a, b) => b.ageMs - a.ageMs)
    return {
      total: trials.length,
      done,
      running,
      waiting: trials.length - done - running.length,
      spentUsd: this.#spentUsd,
      isSpentKnown: this.#isSpentKnown,
      leftMs: this.#leftMs(trials, nowMs),
    }
  }

  /**
   * All that is left spread over the places, but never less than the longest single trial. Work that takes longer
   * than usual may take as long again: an end before that is not known.
   */
  #leftMs(trials: readonly TrialProgress[], nowMs: number): number | undefined {
    let sum = 0
    let longest = 0
    let overdueMs = 0
    for (const { trial, working, isRunEnded, isDone } of trials) {
      if (isDone) continue
      const candidateMs = isRunEnded ? 0 : this.#durations.estimateMs('candidate', trial)
      const judgeMs = this.#durations.estimateMs('judge', trial)
      if (candidateMs === null || judgeMs === null) return undefined
      const workedMs = working ? nowMs - working.startedAtMs : 0
      const stageMs = working?.stage === 'judge' ? judgeMs : candidateMs
      const leftMs = candidateMs + judgeMs - Math.min(workedMs, stageMs)
      if (workedMs > stageMs) overdueMs = Math.max(overdueMs, workedMs)
      sum += leftMs
      longest = Math.max(longest, leftMs)
    }
    const leftMs = Math.max(longest, sum / this.#options.places)
    return leftMs < overdueMs ? undefined : leftMs
  }
}
