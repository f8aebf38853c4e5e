import { relative } from 'node:path'
import { scoreModels, scriptedModelsOf, trialFindingsOf } from '@vitrial/core/scores'
import pc from 'picocolors'
import { renderSummary as renderScores } from '../../../terminal/summary/render-summary.ts'
import type { RenderSummary } from '../session/evals-parts.ts'

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
      results: relative(process.cwd(), results),
      ...(report !== undefined && { report: relative(results, report) }),
    },
    { colors: pc.isColorSupported, width: process.stdout.columns ?? 100 },
  )
}
