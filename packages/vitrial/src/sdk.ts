export { type BenchmarkOptions } from './sdk/benchmark-options.ts'
export { addModels } from './sdk/add-models.ts'
export { collectGarbage, type CollectGarbageOptions } from './sdk/collect-garbage.ts'
export { exportResults } from './sdk/export-results.ts'
export { mergeRuns, type MergeRunsOptions } from './sdk/merge-runs.ts'
export { planBenchmark, type PlanBenchmarkOptions, type PlannedBenchmark } from './sdk/plan-benchmark.ts'
export { openResults, readScores, type ReadResultsOptions } from './sdk/read-scores.ts'
export { rejudge, type RejudgeChoice, type RejudgeOptions } from './sdk/rejudge.ts'
export { removeModels, type RemoveModelsOptions } from './sdk/remove-models.ts'
export { retryRun } from './sdk/retry-run.ts'
export { runBenchmark, type BenchmarkRunEnd, type RunBenchmarkOptions } from './sdk/run-benchmark.ts'
export { snapshot, type WrittenSnapshot } from './sdk/snapshot.ts'
export { countEnds, type TrialEnd } from './sdk/trial-end.ts'
export { type BenchmarkEvent, type WorkDone } from './sdk/work-on.ts'
export {
  type ExportRow,
  type MergeConflict,
  type MergedRuns,
  type OpenedResults,
  type RunGarbage,
} from '@vitrial/host'
export {
  BenchmarkError,
  CancelledError,
  DeferredError,
  InfrastructureError,
  StoreError,
  VitrialError,
  type ErrorCode,
  type ErrorRecord,
} from '@vitrial/core/errors'
export { verifyRun, type VerifyRunOptions } from './sdk/verify-run.ts'
