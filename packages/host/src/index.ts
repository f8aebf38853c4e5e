export { defaultConcurrency, createHost, type HostSettings } from './benchmark-host.ts'
export { keepHold } from './benchmark-run/kept-hold.ts'
export { mergeRuns, type MergeConflict, type MergedRuns, type MergeRuns } from './benchmark-run/merge-runs.ts'
export { prepareResultsRoot, resultsRoot, unmergedShardsText } from './benchmark-run/results-directory.ts'
export { retireModels, type RetireModels } from './benchmark-run/retire-models.ts'
export { type Shard } from './benchmark-run/shard.ts'
export { type HostParts, type ResultsParts } from './host-parts.ts'
export { type Host, type TrialAttempt, type HostNotice, type PlanCounts } from './host.ts'
export { judgeSystemPrompt } from './judge/judge-system-prompt.ts'
export {
  JudgeToolsEndpoint,
  type JudgeToolsEndpointOptions,
  type ServedJudgeRun,
} from './judge/judge-tools-endpoint.ts'
export {
  type CheckReference,
  type EvidenceReadRecord,
  type SubmissionRecord,
} from './judge/judge-tools-record.ts'
export { JudgeToolsRun, type JudgeToolsRunOptions } from './judge/judge-tools-run.ts'
export { PendingCheck, type CheckAnswer, type JudgeCheck } from './judge/pending-check.ts'
export { loadBenchmark, type LoadBenchmarkOptions } from './load-benchmark/load-benchmark.ts'
export { loadScenario } from './load-benchmark/load-scenario.ts'
export { type LoadedBenchmark, type LoadedEval } from './load-benchmark/loaded-benchmark.ts'
export { scenarioFile, scenarioNames } from './load-benchmark/scenario-file.ts'
export { checkScope } from './plan/check-scope.ts'
export { countingOf, type Counting } from './plan/current-inputs.ts'
export { planBenchmark, type BenchmarkPlan, type PlanOptions } from './plan/plan-benchmark.ts'
export { requestedSettings } from './plan/requested-settings.ts'
export { type HostProgress, type RunningWork, type WorkStage } from './progress/host-progress.ts'
export { evidenceHashOf } from './recording/evidence-hash.ts'
export { openRecordingReader, type RecordingReader } from './recording/recording-reader.ts'
export { activeTimeOf, type ActiveTimeOf } from './results/active-time-of.ts'
export { type BenchmarkResults } from './results/benchmark-results.ts'
export {
  collectGarbage,
  type CollectGarbage,
  type GarbageParts,
  type RunGarbage,
} from './results/collect-garbage.ts'
export { exportRows, type ExportRow } from './results/export-rows.ts'
export { openCurrentResults, openResults, type OpenedResults } from './results/open-results.ts'
export { verifyRun, type VerifyRun } from './results/verify-run.ts'
export { SeedHashes } from './trial/seed-hashes.ts'
export { trialsOfBenchmark } from './trials-of-benchmark.ts'
