export { defaultConcurrency, openHost, type HostSettings } from './benchmark-host.ts'
export { type HostParts } from './host-parts.ts'
export { type Host, type HostNotice, type HostProgress, type PlanCounts, type TrialAttempt } from './host.ts'
export { type LoadedBenchmark, type LoadedEval } from './load-benchmark/loaded-benchmark.ts'
