/** Where in the life of a trial an error belongs. */
export type ErrorStage =
  | 'load'
  | 'plan'
  | 'preflight'
  | 'sandbox'
  | 'agent'
  | 'model'
  | 'observe'
  | 'judge'
  | 'assert'
  | 'store'
  | 'channel'

interface ErrorEntry {
  readonly stage: ErrorStage
  /** Whether doing the same thing again can succeed without the person changing anything. */
  readonly retryable: boolean
}

/** Every error Vitrial raises, by its stable code. */
export const errorTable = {
  VITRIAL_COMMAND_LINE: { stage: 'load', retryable: false },
  VITRIAL_BENCHMARK_MISSING: { stage: 'load', retryable: false },
  VITRIAL_BENCHMARK_PATH: { stage: 'preflight', retryable: false },
  VITRIAL_BENCHMARK_UNREADABLE: { stage: 'load', retryable: false },
  VITRIAL_BENCHMARK_INVALID: { stage: 'load', retryable: false },
  VITRIAL_SETTING_UNKNOWN: { stage: 'load', retryable: false },
  VITRIAL_SETTING_NOT_LANDED: { stage: 'load', retryable: false },
  VITRIAL_MODEL_REF_INVALID: { stage: 'load', retryable: false },
  VITRIAL_RUNTIME_UNKNOWN: { stage: 'load', retryable: false },
  VITRIAL_PROVIDER_UNKNOWN: { stage: 'load', retryable: false },
  VITRIAL_PROVIDER_KEY_LITERAL: { stage: 'load', retryable: false },
  VITRIAL_PROVIDER_KEY_MISSING: { stage: 'preflight', retryable: false },
  VITRIAL_REAL_KEYS_REFUSED: { stage: 'load', retryable: false },
  VITRIAL_SCENARIO_MISSING: { stage: 'load', retryable: false },
  VITRIAL_SCENARIO_INVALID: { stage: 'load', retryable: false },
  VITRIAL_NO_EVALS: { stage: 'load', retryable: false },
  VITRIAL_EVAL_ID_INVALID: { stage: 'load', retryable: false },
  VITRIAL_EVAL_INVALID: { stage: 'load', retryable: false },
  VITRIAL_PROMPT_MISSING: { stage: 'load', retryable: false },
  VITRIAL_PROMPT_EMPTY: { stage: 'load', retryable: false },
  VITRIAL_JUDGE_FILE_MISSING: { stage: 'load', retryable: false },
  VITRIAL_JUDGE_MODEL_MISSING: { stage: 'load', retryable: false },
  VITRIAL_RUBRIC_NO_METRICS: { stage: 'load', retryable: false },
  VITRIAL_RUBRIC_DUPLICATE_METRIC: { stage: 'load', retryable: false },
  VITRIAL_RUBRIC_METRIC_ID: { stage: 'load', retryable: false },
  VITRIAL_RUBRIC_METRIC_HEADING: { stage: 'load', retryable: false },
  VITRIAL_WORKSPACE_INVALID: { stage: 'load', retryable: false },
  VITRIAL_WORKSPACE_CHANGED: { stage: 'load', retryable: true },
  VITRIAL_POOL_OVERRIDDEN: { stage: 'preflight', retryable: false },
  VITRIAL_OPENCODE_MISSING: { stage: 'preflight', retryable: false },
  VITRIAL_ENGINE_MISSING: { stage: 'preflight', retryable: false },
  VITRIAL_ENGINE_OLD: { stage: 'preflight', retryable: false },
  VITRIAL_ENGINE_LIMITS: { stage: 'preflight', retryable: false },
  VITRIAL_IMAGE_MISSING: { stage: 'preflight', retryable: false },
  VITRIAL_IMAGE_STALE: { stage: 'preflight', retryable: false },
  VITRIAL_IMAGE_BUILD: { stage: 'preflight', retryable: true },
  VITRIAL_RESULTS_HELD: { stage: 'preflight', retryable: true },
  VITRIAL_RESULTS_NOT_WRITABLE: { stage: 'preflight', retryable: false },
  VITRIAL_RESULTS_MISSING: { stage: 'plan', retryable: false },
  VITRIAL_CURRENT_RUN_UNKNOWN: { stage: 'plan', retryable: false },
  VITRIAL_RUN_UNKNOWN: { stage: 'plan', retryable: false },
  VITRIAL_MERGE_REFUSED: { stage: 'plan', retryable: false },
  VITRIAL_MODEL_DECLARED: { stage: 'plan', retryable: false },
  VITRIAL_SNAPSHOT_EXISTS: { stage: 'plan', retryable: false },
  VITRIAL_TRIAL_UNKNOWN: { stage: 'plan', retryable: false },
  VITRIAL_EVAL_UNKNOWN: { stage: 'plan', retryable: false },
  VITRIAL_MODEL_UNKNOWN: { stage: 'plan', retryable: false },
  VITRIAL_CANCELLED: { stage: 'plan', retryable: true },
  VITRIAL_INFRA_SANDBOX_START: { stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_LOST: { stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_TRANSFER: { stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_CONNECTION: { stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_END: { stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_ENGINE: { stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_HARNESS_START: { stage: 'agent', retryable: true },
  VITRIAL_INFRA_AGENT_CONFIG: { stage: 'agent', retryable: false },
  VITRIAL_INFRA_AGENT_UNKNOWN: { stage: 'agent', retryable: false },
  VITRIAL_INFRA_PROVIDER: { stage: 'model', retryable: true },
  VITRIAL_INFRA_SCENARIO: { stage: 'model', retryable: false },
  VITRIAL_INFRA_RECORDING: { stage: 'store', retryable: true },
  VITRIAL_INFRA_INTERNAL: { stage: 'sandbox', retryable: true },
  VITRIAL_LIMIT_REACHED: { stage: 'agent', retryable: false },
  VITRIAL_OBSERVE_MISSING: { stage: 'observe', retryable: true },
  VITRIAL_JUDGE_START: { stage: 'judge', retryable: true },
  VITRIAL_JUDGE_CRASHED: { stage: 'judge', retryable: true },
  VITRIAL_JUDGE_PROVIDER: { stage: 'judge', retryable: true },
  VITRIAL_JUDGE_MODEL: { stage: 'judge', retryable: false },
  VITRIAL_JUDGE_NO_SUBMISSION: { stage: 'judge', retryable: true },
  VITRIAL_JUDGE_REJECTED: { stage: 'judge', retryable: true },
  VITRIAL_JUDGE_OUTPUT: { stage: 'judge', retryable: true },
  VITRIAL_JUDGE_TIMED_OUT: { stage: 'judge', retryable: true },
  VITRIAL_JUDGE_INTERNAL: { stage: 'judge', retryable: true },
  VITRIAL_METRIC_FAILED: { stage: 'assert', retryable: false },
  VITRIAL_METRIC_UNDECIDED: { stage: 'assert', retryable: false },
  VITRIAL_METRIC_UNKNOWN: { stage: 'assert', retryable: false },
  VITRIAL_SCORE_BELOW: { stage: 'assert', retryable: false },
  VITRIAL_COST_UNKNOWN: { stage: 'assert', retryable: false },
  VITRIAL_MATCHER_ARGUMENT: { stage: 'assert', retryable: false },
  VITRIAL_EVAL_TEST_ARGUMENT: { stage: 'assert', retryable: false },
  VITRIAL_EXPECT_NOT_OWN: { stage: 'assert', retryable: false },
  VITRIAL_OBJECT_MISSING: { stage: 'store', retryable: false },
  VITRIAL_OBJECT_CHANGED: { stage: 'store', retryable: false },
  VITRIAL_RECORDING_INCOMPLETE: { stage: 'store', retryable: false },
  VITRIAL_RECORDING_EXCHANGED: { stage: 'store', retryable: false },
  VITRIAL_ROW_ALTERED: { stage: 'store', retryable: false },
  VITRIAL_STORE_NEWER: { stage: 'store', retryable: false },
  VITRIAL_STORE_DAMAGED: { stage: 'store', retryable: false },
  VITRIAL_OUTPUT_WRITE: { stage: 'store', retryable: true },
  VITRIAL_REPORT_WRITE: { stage: 'store', retryable: true },
  VITRIAL_STORE_WRITE: { stage: 'store', retryable: true },
  VITRIAL_STORE_READ: { stage: 'store', retryable: true },
  VITRIAL_STORE_REFUSED: { stage: 'store', retryable: false },
  VITRIAL_STORE_IMMUTABLE: { stage: 'store', retryable: false },
  VITRIAL_CHANNEL_PROTOCOL: { stage: 'channel', retryable: false },
  VITRIAL_CHANNEL_CLOSED: { stage: 'channel', retryable: true },
} as const satisfies Record<string, ErrorEntry>

/** A stable error code, `VITRIAL_…`. */
export type ErrorCode = keyof typeof errorTable

/** True for text that is one of the codes in {@link errorTable}. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text)
}
