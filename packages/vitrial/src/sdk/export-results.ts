import { exportRows, type ExportRow } from '@vitrial/host'
import { openResults, type ReadResultsOptions } from './read-scores.ts'

/**
 * Everything a benchmark run has on record, as rows: trials, then each eval run with its judge runs and judgments.
 * Read page by page while another process may be at work.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_MISSING` or `VITRIAL_RUN_UNKNOWN`.
 * @example for await (const row of exportResults('./my-benchmark')) console.log(JSON.stringify(row))
 */
export async function* exportResults(
  directory: string,
  options: ReadResultsOptions = {},
): AsyncGenerator<ExportRow> {
  await using results = await openResults(directory, options)
  yield* exportRows(results)
}
