import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorMessage, StoreError } from '@vitrial/core/errors'
import { activeTimeOf, type BenchmarkResults, type OpenedHost } from '@vitrial/host'
import { renderReport, type ReportInput } from '@vitrial/viewer'
import type { WriteReport } from '../session/evals-parts.ts'

/**
 * Writes `report/index.html` into the results folder, in one step: there is never half a report.
 *
 * @throws StoreError `VITRIAL_REPORT_WRITE`
 */
export const writeReport: WriteReport = async (host, signal) => {
  const results = await host.results(signal)
  if (!results) return undefined
  const file = join(results.directory, 'report', 'index.html')
  const temporary = `${file}.part`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writePieces(temporary, renderReport(await reportInput(host, results, signal)))
    await rename(temporary, file)
    return file
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw new StoreError(
      'VITRIAL_REPORT_WRITE',
      `The report ${file} could not be written: ${errorMessage(cause)}. The results beside it are whole.`,
      { cause },
    )
  }
}

async function reportInput(
  host: OpenedHost,
  results: BenchmarkResults,
  signal: AbortSignal,
): Promise<ReportInput> {
  const { benchmark } = host
  const writtenAtMs = Date.now()
  const { settings, evals } = benchmark
  return {
    run: results.run,
    evals: evals.map(({ id, prompt, rubric }) => ({
      id,
      title: rubric.title,
      prompt,
      rubric: rubric.text,
      metrics: rubric.metrics,
    })),
    models: settings.models,
    repetitions: settings.repetitions,
    trials: await host.trialRecords(),
    spending: await host.spending(),
    evidence: (evalRunId) => results.evidence(evalRunId),
    signal,
    resultsName: basename(results.directory),
    writtenAtMs,
    activeMs: await activeTimeOf({ benchmark, results, nowMs: writtenAtMs }),
    commandArguments: benchmark.commandArguments,
  }
}

async function writePieces(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'w')
  try {
    for await (const piece of pieces) await file.write(piece)
  } finally {
    await file.close()
  }
}
