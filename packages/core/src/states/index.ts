export { benchmarkRunStates, type BenchmarkRunState } from './benchmark-run-state.ts'
export { evalRunStates, evalRunStateRules, type EvalRunState, type EvalRunOutcome } from './eval-run-state.ts'
export { judgeRunStates, judgeRunActivities, type JudgeRunState } from './judge-run-state.ts'
