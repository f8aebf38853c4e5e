export { type Host, type HostNotice, type HostProgress, type PlanCounts, type TrialAttempt } from './host.ts'
export { type LoadedBenchmark, type LoadedEval } from './load-benchmark/loaded-benchmark.ts'
