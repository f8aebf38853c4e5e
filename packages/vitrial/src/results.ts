export { exportResults } from './sdk/export-results.ts'
export { openResults, readScores, type ReadResultsOptions } from './sdk/read-scores.ts'
export { type ExportRow, type OpenedResults } from '@vitrial/host'
export {
  planReportSchema,
  scoreModels,
  scoresReportSchema,
  snapshotReportSchema,
  workReportSchema,
  type Bounds,
  type EvalScore,
  type MetricScore,
  type ModelScore,
  type PlanReport,
  type ScoresReport,
  type SnapshotReport,
  type WorkReport,
} from '@vitrial/core'
