export {
  channelProtocol,
  channelRequestSchema,
  runSummarySchema,
  judgingSummarySchema,
  channelResponseSchema,
  type ChannelRequest,
  type RunSummary,
  type JudgingSummary,
  type ChannelResponse,
} from './channel/channel-message.ts'
export { errorMessage } from './errors/error-message.ts'
export { errorTable, isErrorCode, type ErrorStage, type ErrorCode } from './errors/error-table.ts'
export {
  VitrialError,
  BenchmarkError,
  InfrastructureError,
  JudgeError,
  StoreError,
  CancelledError,
  MetricFailedError,
  MetricUndecidedError,
  type SourceLocation,
  type VitrialErrorOptions,
  type ErrorRecord,
} from './errors/vitrial-error.ts'
export { citationSchema, describeTarget, type Citation, type EvidenceTarget } from './evidence/citation.ts'
export {
  type Artifact,
  type ArtifactVersion,
  type Measurement,
  type EvidenceView,
} from './evidence/evidence-view.ts'
export {
  transcriptOf,
  type TranscriptMessage,
  type TranscriptToolCall,
  type Transcript,
} from './evidence/transcript.ts'
export {
  judgeToolNames,
  evidenceQueries,
  evidenceQuerySchema,
  submittedMetricSchema,
  submissionSchema,
  continueJudgingSchema,
  judgeToolDefinitions,
  type JudgeToolName,
  type EvidenceQuery,
  type Submission,
  type ContinueJudging,
  type JudgeToolDefinition,
} from './judging/judge-tools.ts'
export {
  metricValueSchema,
  metricJudgmentSchema,
  judgmentSchema,
  meanOf,
  type MetricJudgment,
  type Judgment,
} from './judging/judgment.ts'
export {
  metricFailureMessage,
  type JudgedSummary,
  type MetricFailure,
} from './plan/metric-failure-message.ts'
export { testOutcomeOf, type PassRule, type TestOutcome, type TestOutcomeInput } from './plan/test-outcome.ts'
export { trialOf, trialName, trialsOf, type Trial } from './plan/trial.ts'
export { type ByteStream } from './ports/byte-stream.ts'
export { type Clock } from './ports/clock.ts'
export { type HarnessTask, type EventSink, type DriveOutcome, type Harness } from './ports/harness.ts'
export { type Ids } from './ports/ids.ts'
export {
  type ToolAnswer,
  type JudgeToolset,
  type JudgeProfile,
  type JudgeRequest,
  type JudgeTurn,
  type JudgeSessionArchive,
  type JudgeSession,
  type JudgeAgent,
} from './ports/judge-agent.ts'
export {
  type ModelGrant,
  type ModelAccess,
  type ModelEndpoint,
  type ModelGateway,
} from './ports/model-gateway.ts'
export { type ObjectStore } from './ports/object-store.ts'
export {
  type SandboxLimits,
  type SandboxSpec,
  type FileEntry,
  type SandboxCommand,
  type ExitStatus,
  type SandboxProcess,
  type ServedPort,
  type Sandbox,
  type Runtime,
} from './ports/runtime.ts'
export {
  type RunOwner,
  type BenchmarkRunRecord,
  type NewEvalRun,
  type EvalRunResult,
  type EvalRunRecord,
  type JudgeRunInputs,
  type NewJudgeRun,
  type JudgeRunProgress,
  type JudgeRunResult,
  type JudgeRunRecord,
  type JudgeCheckRecord,
  type TrialRecord,
  type Page,
  type Store,
} from './ports/store.ts'
export {
  messageBodySchema,
  toolCallBodySchema,
  eventBodies,
  recordedEventSchema,
  type MessageBody,
  type ToolCallBody,
  type EventKind,
  type EventSource,
  type RecordedEvent,
  type NewEvent,
} from './recording/event.ts'
export { manifestFileSchema, manifestSchema, type Manifest } from './recording/manifest.ts'
export { modelExchangeSchema, type ModelExchange } from './recording/model-exchange.ts'
export {
  objectHashSchema,
  snapshotEntrySchema,
  snapshotSchema,
  type SnapshotEntry,
  type Snapshot,
} from './recording/snapshot.ts'
export { usageSchema, noUsage, addUsage, type Usage } from './recording/usage.ts'
export { type Metric, type Rubric } from './rubric/metric.ts'
export {
  scoreModels,
  type ScoreInput,
  type Bounds,
  type MetricScore,
  type EvalScore,
  type ModelScore,
} from './scores/aggregate.ts'
export {
  unresolvedReasons,
  metricCredit,
  metricCreditOf,
  type UnresolvedReason,
  type MetricCredit,
  type CreditStates,
} from './scores/metric-credit.ts'
export { usageOfModels, type ModelUsage } from './scores/model-usage.ts'
export { scriptedModelsOf, type ScriptedModels } from './scores/scripted-models.ts'
export {
  trialFindingsOf,
  type MetricFinding,
  type UnresolvedTrial,
  type TrialFindings,
} from './scores/trial-findings.ts'
export { parseModelRef, modelRefSchema, type ModelRef } from './settings/model-ref.ts'
export {
  modelEntrySchema,
  environmentVariableOf,
  providerSettingsSchema,
  scriptedProvider,
  type Prices,
  type ModelEntry,
  type ProviderSettings,
} from './settings/provider-settings.ts'
export {
  benchmarkRunStates,
  benchmarkRunStateSchema,
  type BenchmarkRunState,
} from './states/benchmark-run-state.ts'
export {
  evalRunStates,
  evalRunStateSchema,
  evalRunOutcomes,
  evalRunOutcomeSchema,
  evalRunStateRules,
  type EvalRunState,
  type EvalRunStateRules,
  type EvalRunOutcome,
} from './states/eval-run-state.ts'
export {
  judgeRunStates,
  judgeRunStateSchema,
  judgeRunActivities,
  judgeRunActivitySchema,
  type JudgeRunState,
  type JudgeRunActivity,
} from './states/judge-run-state.ts'
export {
  formatPercentage,
  formatShare,
  formatMetricValue,
  formatTokens,
  formatCost,
  formatDuration,
} from './text/number-format.ts'
export { printable } from './text/printable.ts'
export { wrapText, type WrapOptions, type MeasureText } from './text/wrap-text.ts'
