export { type Host, type HostNotice, type HostProgress, type PlanCounts, type TrialAttempt } from './host.ts'
export { type LoadedBenchmark, type LoadedEval } from './load-benchmark/loaded-benchmark.ts'
export { loadBenchmark, type LoadBenchmarkOptions } from './load-benchmark/load-benchmark.ts'
export { scenarioFile, scenarioNames } from './load-benchmark/scenario-file.ts'
