export { exportResults } from './sdk/export-results.ts'
export { openResults, readScores, type ReadResultsOptions } from './sdk/read-scores.ts'
export { type ExportRow, type OpenedResults } from '@vitrial/host'
export {
  planReportSchema,
  scoresReportSchema,
  snapshotReportSchema,
  workReportSchema,
  type PlanReport,
  type ScoresReport,
  type SnapshotReport,
  type WorkReport,
} from '@vitrial/core/reports'
export {
  scoreModels,
  type Bounds,
  type EvalScore,
  type MetricScore,
  type ModelScore,
} from '@vitrial/core/scores'
