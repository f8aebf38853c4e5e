export { type EvalTestContext } from './eval-test/eval-test-context.ts'
export {
  evalTest,
  type DeclareEvalTest,
  type EvalTest,
  type EvalTestFunction,
  type EvalTestOptions,
} from './eval-test/eval-test.ts'
export { expect, type EvalExpect, type RunExpect } from './matchers/eval-expect.ts'
export { type ExpectedCitation } from './matchers/expected-citation.ts'
export { type ExpectedMetric } from './matchers/expected-metric.ts'
export { type ExpectedToolCall } from './matchers/expected-tool-call.ts'
export { type RunMatchers } from './matchers/run-matchers.ts'
export { judge } from './run/judge.ts'
export { type Run, type RunFiles, type RunLinks } from './run/run.ts'
export {
  CancelledError,
  DeferredError,
  InfrastructureError,
  JudgeError,
  MetricFailedError,
  MetricUndecidedError,
  VitrialError,
  type Benchmark,
  type Eval,
} from '@vitrial/core'
export {
  type Scenario,
  type ScenarioMessage,
  type ScenarioReply,
  type ScenarioRequest,
} from '@vitrial/gateway'
