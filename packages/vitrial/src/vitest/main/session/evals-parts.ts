import type { OpenedHost } from '@vitrial/host'
import type { OpenHost } from '../../../composition/open-host.ts'
import type { ToldTrials } from '../../../terminal/summary/told-trials.ts'

/** The parts that a project of evals works with, beside Vitest. */
export interface EvalsParts {
  readonly openHost: OpenHost
  readonly renderSummary: RenderSummary
  readonly writeReport: WriteReport
}

/** What a run knows beside what its host has on record. */
export interface RunEnd {
  /** The file of the report, if one was written. */
  readonly report: string | undefined
  readonly told: ToldTrials
}

/** The text printed after a run, from what the host has on record; undefined if there is nothing to say. */
export type RenderSummary = (host: OpenedHost, end: RunEnd) => Promise<string | undefined>

/**
 * Writes the HTML report of what a host has on record and answers its file; undefined if there is nothing
 * on record. When the signal aborts it writes what it has by then, whole.
 */
export type WriteReport = (host: OpenedHost, signal: AbortSignal) => Promise<string | undefined>
