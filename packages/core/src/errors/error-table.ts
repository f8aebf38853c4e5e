/** An error belongs to one of these parts in the life of a trial. */
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

/** The class of an error, and with it whom it says something about. */
export type ErrorKind =
  | 'benchmark'
  | 'infrastructure'
  | 'limit'
  | 'judge'
  | 'store'
  | 'cancelled'
  | 'deferred'
  | 'metric_failed'
  | 'metric_undecided'

interface ErrorEntry {
  readonly kind: ErrorKind
  readonly stage: ErrorStage
  /** Whether doing the same thing again can succeed without the person changing anything. */
  readonly retryable: boolean
}

/** Every error Vitrial raises, by its stable code. */
export const errorTable = {
  VITRIAL_COMMAND_LINE: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_BENCHMARK_MISSING: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_BENCHMARK_PATH: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_BENCHMARK_UNREADABLE: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_BENCHMARK_INVALID: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_SETTING_UNKNOWN: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_SETTING_NOT_LANDED: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_MODEL_REF_INVALID: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_RUNTIME_UNKNOWN: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_PROVIDER_UNKNOWN: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_PROVIDER_KEY_LITERAL: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_PROVIDER_KEY_MISSING: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_REAL_KEYS_REFUSED: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_SCENARIO_MISSING: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_SCENARIO_INVALID: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_NO_EVALS: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_EVAL_ID_INVALID: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_EVAL_INVALID: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_PROMPT_MISSING: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_PROMPT_EMPTY: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_JUDGE_FILE_MISSING: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_JUDGE_MODEL_MISSING: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_RUBRIC_NO_METRICS: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_RUBRIC_DUPLICATE_METRIC: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_RUBRIC_METRIC_ID: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_RUBRIC_METRIC_HEADING: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_WORKSPACE_INVALID: { kind: 'benchmark', stage: 'load', retryable: false },
  VITRIAL_WORKSPACE_CHANGED: { kind: 'infrastructure', stage: 'load', retryable: true },
  VITRIAL_POOL_OVERRIDDEN: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_OPENCODE_MISSING: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_ENGINE_MISSING: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_ENGINE_OLD: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_ENGINE_LIMITS: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_IMAGE_MISSING: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_IMAGE_STALE: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_IMAGE_BUILD: { kind: 'infrastructure', stage: 'preflight', retryable: true },
  VITRIAL_RESULTS_HELD: { kind: 'benchmark', stage: 'preflight', retryable: true },
  VITRIAL_RESULTS_NOT_WRITABLE: { kind: 'benchmark', stage: 'preflight', retryable: false },
  VITRIAL_RESULTS_MISSING: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_CURRENT_RUN_UNKNOWN: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_RUN_UNKNOWN: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_MERGE_REFUSED: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_MODEL_DECLARED: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_SNAPSHOT_EXISTS: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_TRIAL_UNKNOWN: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_EVAL_UNKNOWN: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_MODEL_UNKNOWN: { kind: 'benchmark', stage: 'plan', retryable: false },
  VITRIAL_CANCELLED: { kind: 'cancelled', stage: 'plan', retryable: true },
  VITRIAL_DEFERRED: { kind: 'deferred', stage: 'plan', retryable: true },
  VITRIAL_INFRA_SANDBOX_START: { kind: 'infrastructure', stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_LOST: { kind: 'infrastructure', stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_TRANSFER: { kind: 'infrastructure', stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_CONNECTION: { kind: 'infrastructure', stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_SANDBOX_END: { kind: 'infrastructure', stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_ENGINE: { kind: 'infrastructure', stage: 'sandbox', retryable: true },
  VITRIAL_INFRA_HARNESS_START: { kind: 'infrastructure', stage: 'agent', retryable: true },
  VITRIAL_INFRA_AGENT_CONFIG: { kind: 'infrastructure', stage: 'agent', retryable: false },
  VITRIAL_INFRA_AGENT_UNKNOWN: { kind: 'infrastructure', stage: 'agent', retryable: false },
  VITRIAL_INFRA_PROVIDER: { kind: 'infrastructure', stage: 'model', retryable: true },
  VITRIAL_INFRA_SCENARIO: { kind: 'infrastructure', stage: 'model', retryable: false },
  VITRIAL_INFRA_RECORDING: { kind: 'infrastructure', stage: 'store', retryable: true },
  VITRIAL_INFRA_INTERNAL: { kind: 'infrastructure', stage: 'sandbox', retryable: true },
  VITRIAL_LIMIT_REACHED: { kind: 'limit', stage: 'agent', retryable: false },
  VITRIAL_OBSERVE_MISSING: { kind: 'infrastructure', stage: 'observe', retryable: true },
  VITRIAL_JUDGE_START: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_JUDGE_CRASHED: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_JUDGE_PROVIDER: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_JUDGE_MODEL: { kind: 'judge', stage: 'judge', retryable: false },
  VITRIAL_JUDGE_NO_SUBMISSION: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_JUDGE_REJECTED: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_JUDGE_OUTPUT: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_JUDGE_TIMED_OUT: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_JUDGE_INTERNAL: { kind: 'judge', stage: 'judge', retryable: true },
  VITRIAL_METRIC_FAILED: { kind: 'metric_failed', stage: 'assert', retryable: false },
  VITRIAL_METRIC_UNDECIDED: { kind: 'metric_undecided', stage: 'assert', retryable: false },
  VITRIAL_METRIC_UNKNOWN: { kind: 'benchmark', stage: 'assert', retryable: false },
  VITRIAL_SCORE_BELOW: { kind: 'metric_failed', stage: 'assert', retryable: false },
  VITRIAL_COST_UNKNOWN: { kind: 'metric_undecided', stage: 'assert', retryable: false },
  VITRIAL_MATCHER_ARGUMENT: { kind: 'benchmark', stage: 'assert', retryable: false },
  VITRIAL_EVAL_TEST_ARGUMENT: { kind: 'benchmark', stage: 'assert', retryable: false },
  VITRIAL_EXPECT_NOT_OWN: { kind: 'benchmark', stage: 'assert', retryable: false },
  VITRIAL_OBJECT_MISSING: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_OBJECT_CHANGED: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_RECORDING_INCOMPLETE: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_RECORDING_EXCHANGED: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_ROW_ALTERED: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_STORE_NEWER: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_STORE_DAMAGED: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_OUTPUT_WRITE: { kind: 'store', stage: 'store', retryable: true },
  VITRIAL_REPORT_WRITE: { kind: 'store', stage: 'store', retryable: true },
  VITRIAL_STORE_WRITE: { kind: 'store', stage: 'store', retryable: true },
  VITRIAL_STORE_READ: { kind: 'store', stage: 'store', retryable: true },
  VITRIAL_STORE_REFUSED: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_STORE_IMMUTABLE: { kind: 'store', stage: 'store', retryable: false },
  VITRIAL_CHANNEL_PROTOCOL: { kind: 'infrastructure', stage: 'channel', retryable: false },
  VITRIAL_CHANNEL_CLOSED: { kind: 'infrastructure', stage: 'channel', retryable: true },
} as const satisfies Record<string, ErrorEntry>

/** A stable error code, `VITRIAL_…`. */
export type ErrorCode = keyof typeof errorTable

/** The codes of the errors of one class: its constructor takes no other. */
export type ErrorCodeOf<Kind extends ErrorKind> = {
  [Code in ErrorCode]: (typeof errorTable)[Code]['kind'] extends Kind ? Code : never
}[ErrorCode]

/** True for text that is one of the codes in {@link errorTable}. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text)
}

/** True for text that is a code of the errors of one class. */
export function isErrorCodeOf<Kind extends ErrorKind>(kind: Kind, text: string): text is ErrorCodeOf<Kind> {
  return isErrorCode(text) && errorTable[text].kind === kind
}
