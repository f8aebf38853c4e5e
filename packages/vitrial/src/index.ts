export { type EvalTestContext, type EvalTestFunction } from './vitest/worker/eval-test/eval-test-context.ts'
export {
  evalTest,
  type DeclareEvalTest,
  type EvalTest,
  type EvalTestOptions,
} from './vitest/worker/eval-test/eval-test.ts'
export { expect, type EvalExpect, type RunExpect } from './vitest/worker/matchers/eval-expect.ts'
export { type ExpectedCitation } from './vitest/worker/matchers/expected-citation.ts'
export { type ExpectedMetric } from './vitest/worker/matchers/expected-metric.ts'
export { type ExpectedToolCall } from './vitest/worker/matchers/expected-tool-call.ts'
export { type RunMatchers } from './vitest/worker/matchers/run-matchers.ts'
export { judge } from './vitest/worker/run/judge.ts'
export { type Run, type RunFiles, type RunLinks } from './vitest/worker/run/run.ts'
export {
  CancelledError,
  DeferredError,
  InfrastructureError,
  JudgeError,
  MetricFailedError,
  MetricUndecidedError,
  VitrialError,
} from '@vitrial/core/errors'
export type { Benchmark, Eval } from '@vitrial/core/settings'
export {
  type Scenario,
  type ScenarioMessage,
  type ScenarioReply,
  type ScenarioRequest,
} from '@vitrial/gateway'
