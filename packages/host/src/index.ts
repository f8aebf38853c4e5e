export { defaultConcurrency, createHost, type HostSettings } from './benchmark-host.ts'
export { keepHold } from './results/folder/kept-hold.ts'
export {
  mergeBenchmarkRuns,
  type MergeConflict,
  type MergedRuns,
  type MergeBenchmarkRuns,
} from './upkeep/merge/merge-benchmark-runs.ts'
export { prepareResultsRoot, resultsRoot, unmergedShardsText } from './results/folder/results-directory.ts'
export { retireModels, type RetireModels } from './upkeep/retire-models.ts'
export { type Shard } from './results/folder/shard.ts'
export { type HostParts, type ResultsParts } from './parts/host-parts.ts'
export { type Host, type TrialAttempt, type PlanCounts } from './host.ts'
export { judgeSystemPrompt } from './judge/judge-system-prompt.ts'
export {
  JudgeToolsEndpoint,
  type JudgeToolsEndpointOptions,
  type ServedJudgeRun,
} from './judge/tools/judge-tools-endpoint.ts'
export {
  type CheckReference,
  type EvidenceReadRecord,
  type SubmissionRecord,
} from './judge/tools/judge-tools-record.ts'
export { JudgeToolsRun, type JudgeToolsRunOptions } from './judge/tools/judge-tools-run.ts'
export { PendingCheck, type CheckAnswer, type JudgeCheck } from './judge/tools/pending-check.ts'
export { loadBenchmark, type LoadBenchmarkOptions } from './benchmark/load/load-benchmark.ts'
export { loadScenario } from './benchmark/load/load-scenario.ts'
export { type LoadedBenchmark, type LoadedEval } from './benchmark/loaded-benchmark.ts'
export { scenarioFile, scenarioNames } from './benchmark/load/scenario-file.ts'
export { type HostNotice } from './benchmark/notices.ts'
export { checkScope } from './benchmark/check-scope.ts'
export { markOutdatedOf } from './plan/current-inputs.ts'
export { planWork, type BenchmarkPlan, type PlanOptions } from './plan/plan-work.ts'
export { requestedSettings } from './plan/requested-settings.ts'
export { type HostProgress, type RunningWork, type WorkStage } from './work/host-progress.ts'
export { evidenceHashOf } from './recording/evidence-hash.ts'
export { openRecordingReader, type RecordingReader } from './recording/recording-reader.ts'
export { activeTimeOf, type ActiveTimeOf } from './upkeep/active-time-of.ts'
export { type BenchmarkResults } from './results/benchmark-results.ts'
export {
  collectRunGarbage,
  type CollectRunGarbage,
  type GarbageParts,
  type RunGarbage,
} from './upkeep/collect-run-garbage.ts'
export { exportRows, type ExportRow } from './upkeep/export-rows.ts'
export { openCurrentResults, openRunResults, type OpenedResults } from './results/open-run-results.ts'
export { verifyBenchmarkRun, type VerifyBenchmarkRun } from './upkeep/verify-benchmark-run.ts'
export { FrozenSeeds } from './workspace/seed/frozen-seeds.ts'
export { trialsOfBenchmark } from './benchmark/trials-of-benchmark.ts'
