import { relative } from 'node:path'
import { scoreModels, scriptedModelsOf, trialFindingsOf } from '@vitrial/core'
import type { Host } from '@vitrial/host'
import pc from 'picocolors'
import { renderSummary as renderScores } from '../../../terminal/summary/render-summary.ts'
import type { ToldTrials } from '../../../terminal/summary/told-trials.ts'

/** What a run knows beside what its host has on record. */
export interface RunEnd {
  /** The file of the report, if one was written. */
  readonly report: string | undefined
  readonly told: ToldTrials
}

/** The text printed after a run, from what the host has on record; undefined if there is nothing to say. */
export type RenderSummary = (host: Host, end: RunEnd) => Promise<string | undefined>

/** Renders the summary of a benchmark's results. */
export const renderSummary: RenderSummary = async (host, { report, told }) => {
  const trials = await host.trialRecords()
  if (trials.length === 0) return undefined
  const { settings, evals } = host.benchmark
  const input = {
    evals: evals.map(({ id, rubric }) => ({ id, metrics: rubric.metrics })),
    models: settings.models,
    repetitions: settings.repetitions,
    trials,
  }
  const results = host.resultsDirectory
  return renderScores(
    {
      scores: scoreModels(input),
      spending: await host.spending(),
      findings: trialFindingsOf(input),
      scripted: scriptedModelsOf(trials),
      told,
      commandArguments: host.benchmark.commandArguments,
      results: results === undefined ? undefined : relative(process.cwd(), results),
      ...(results !== undefined && report !== undefined && { report: relative(results, report) }),
    },
    { colors: pc.isColorSupported, width: process.stdout.columns ?? 100 },
  )
}
