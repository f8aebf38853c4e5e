export {
  channelProtocol,
  channelRequestSchema,
  channelResponseSchema,
  type ChannelRequest,
  type ChannelResponse,
} from './channel/channel-message.ts'
export { runSummarySchema, type RunSummary } from './outcome/run-summary.ts'
export { judgingSummarySchema, type JudgingSummary, type JudgedSummary } from './outcome/judging-summary.ts'
export { benchmarkErrorOf, locationText } from './errors/benchmark-problems.ts'
export { errorMessage } from './errors/error-message.ts'
export {
  sourceLocationSchema,
  errorRecordSchema,
  type SourceLocation,
  type ErrorRecord,
  type BenchmarkProblem,
} from './errors/error-record.ts'
export {
  errorTable,
  isErrorCode,
  isErrorCodeOf,
  type ErrorStage,
  type ErrorCode,
  type ErrorCodeOf,
  type ErrorKind,
} from './errors/error-table.ts'
export { nearestOf, slipOf, suggestionFor } from './errors/nearest.ts'
export {
  VitrialError,
  BenchmarkError,
  InfrastructureError,
  isDamage,
  LimitReachedError,
  JudgeError,
  StoreError,
  CancelledError,
  DeferredError,
  MetricFailedError,
  MetricUndecidedError,
  type VitrialErrorOptions,
} from './errors/vitrial-error.ts'
export { changeOf, changeText, hasSameContent } from './evidence/view/artifact-change.ts'
export { blind, isBlindedField } from './evidence/text/blind.ts'
export {
  citationKinds,
  citationSchema,
  describeTarget,
  evidenceTargetSchema,
  type Citation,
  type EvidenceTarget,
} from './evidence/citation/citation.ts'
export { conversationsOf } from './evidence/transcript/conversations.ts'
export { evidencePageCharacters, type EvidencePage } from './evidence/query/evidence-page.ts'
export { evidenceIndex, type EvidenceIndex } from './evidence/query/evidence-summary.ts'
export { evidenceText } from './evidence/text/evidence-text.ts'
export { type Artifact, type ArtifactVersion, type EvidenceView } from './evidence/view/evidence-view.ts'
export { type LabelledSection } from './evidence/text/labelled-text.ts'
export {
  memoryEvidenceView,
  type MemoryEvidence,
  type MemoryFile,
} from './evidence/view/memory-evidence-view.ts'
export { queryEvidence } from './evidence/query/query-evidence.ts'
export { pageOfRecording } from './evidence/pages/recording-page.ts'
export {
  recordingQuerySchema,
  recordingPageSchema,
  runFileSchema,
  type RecordingQuery,
  type RecordingPage,
  type RunFile,
} from './evidence/pages/recording-query.ts'
export { toolCallParts, type ToolCallParts } from './evidence/text/tool-call-text.ts'
export { type TranscriptOptions } from './evidence/attachments/transcript-markdown.ts'
export {
  transcriptOf,
  type TranscriptMessage,
  type TranscriptToolCall,
  type Transcript,
} from './evidence/transcript/transcript.ts'
export {
  trialAttachments,
  trialAttachmentsSchema,
  type TrialAttachments,
} from './evidence/attachments/trial-attachments.ts'
export { turnsOf, type Turn } from './evidence/transcript/turns.ts'
export { workspaceDiff } from './evidence/diff/workspace-diff.ts'
export { judgeProtocol } from './judging/judge-protocol.ts'
export {
  judgeToolNames,
  submittedMetricSchema,
  submissionSchema,
  continueJudgingSchema,
  judgeToolDefinitions,
  type JudgeToolName,
  type JudgeToolDefinition,
} from './judging/judge-tools.ts'
export { evidenceQueries, evidenceQuerySchema, type EvidenceQuery } from './evidence/query/evidence-query.ts'
export {
  metricValueSchema,
  metricJudgmentSchema,
  judgmentSchema,
  meanOf,
  type MetricJudgment,
  type Judgment,
} from './judging/judgment.ts'
export {
  submissionProblemKinds,
  type SubmissionProblem,
  type SubmissionProblemKind,
} from './judging/submission-problem.ts'
export {
  validateSubmission,
  type SubmissionContext,
  type SubmissionVerdict,
} from './judging/validate-submission.ts'
export {
  activeIntervals,
  activeTimeMs,
  heartbeatStaleAfterMs,
  type ActiveTimeInput,
  type EvalRunActivity,
  type JudgeRunActivityRecord,
} from './time/active-time.ts'
export { Budget, type Reservation } from './cost/budget.ts'
export { candidateInputsOf, type CandidateInputs, type CandidateSubject } from './inputs/candidate-inputs.ts'
export { CostEstimates, totalOf, type CostEstimate, type EstimatedWork } from './cost/cost-estimates.ts'
export { earlierFailure, type EarlierFailure } from './outcome/earlier-failure.ts'
export {
  changedComponents,
  componentHashes,
  fingerprintOf,
  fingerprintOfComponents,
  type ComponentHashes,
  type Fingerprint,
  type HashText,
} from './inputs/fingerprints.ts'
export {
  reusableEvalRun,
  soughtWork,
  withEarlierEvalRun,
  withEarlierJudgeRun,
  type TrialToday,
} from './plan/earlier-work.ts'
export { type Interval } from './time/interval.ts'
export { judgeInputsOf, type JudgeInputs, type JudgeSubject } from './inputs/judge-inputs.ts'
export { judgeInputsOfRun, judgeRunInputsOf, type JudgeRunInputs } from './records/judge-run-inputs.ts'
export { keyOf } from './text/key-of.ts'
export { Medians } from './cost/medians.ts'
export { metricFailureMessage, type MetricFailure } from './outcome/metric-failure-message.ts'
export { type RunCost } from './records/run-cost.ts'
export {
  spendingOf,
  spendingSchema,
  type BenchmarkSpending,
  type Spending,
  type SpendingInput,
} from './cost/spending.ts'
export {
  addSpent,
  formatSpent,
  nothingSpent,
  spentByStageSchema,
  spentOn,
  togetherSpent,
  type Spent,
  type SpentByStage,
} from './cost/spent.ts'
export { changeReason } from './plan/change-reason.ts'
export { type Invocation } from './cost/invocation.ts'
export { type ModelSettings } from './inputs/model-settings.ts'
export { countActions, type PlanAction, type PlanItem } from './plan/plan-item.ts'
export {
  estimateOfPlan,
  planReport,
  planReportSchema,
  type PlanEstimate,
  type PlanReport,
} from './reports/plan-report.ts'
export { deferralReason, planTrials, type PlanInput, type PlannedCosts } from './plan/plan-trials.ts'
export { recordedTrialOf, type EarlierWork, type RecordedTrial } from './plan/recorded-trial.ts'
export { runRequestSchema, type RunRequest } from './channel/run-request.ts'
export {
  errorOfRun,
  outcomeOfRun,
  outcomeOfJudging,
  testOutcomeOf,
  type TestOutcome,
  type TestOutcomeInput,
} from './outcome/test-outcome.ts'
export { isInScope, leftOutReason, type TrialScope } from './plan/trial-scope.ts'
export {
  evalGridOf,
  isSameModelArm,
  modelArmName,
  modelArmsOf,
  namedArm,
  type EvalGrid,
  type ModelArm,
} from './trial/model-arm.ts'
export { trialOf, trialName, trialsOf, type Trial } from './trial/trial.ts'
export {
  tryAgainCommand,
  type BenchmarkArguments,
  type TryAgain,
  type TryAgainCommand,
} from './plan/try-again.ts'
export { tryAgainOf } from './scores/try-again-of.ts'
export { type ByteStream } from './ports/byte-stream.ts'
export { systemClock, type Clock } from './ports/clock.ts'
export { type EngineAddress, type Guardian, type Leftover, type Trace } from './ports/guardian.ts'
export {
  unknownAgentVersion,
  type HarnessTask,
  type EventSink,
  type DriveOutcome,
  type Harness,
} from './ports/harness.ts'
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
  type CallProgress,
  type ModelAccess,
  type ModelEndpoint,
  type ModelGateway,
} from './ports/model-gateway.ts'
export { contentSize, wholeContentBytes, type FileContent, type FilePieces } from './ports/file-content.ts'
export { type ObjectStore, type ObjectSweep, type SweptObjects } from './ports/object-store.ts'
export { defaultWorkspaceLimits, type WorkspaceLimits, type SandboxLimits } from './limits/sandbox-limits.ts'
export { type CandidateLimit, type SandboxLimit, type HitLimit } from './limits/candidate-limit.ts'
export { type SandboxSpec, type SandboxImage, type Runtime } from './ports/runtime.ts'
export { type FileEntry, type DownloadedEntry } from './ports/file-entry.ts'
export {
  type SandboxCommand,
  type ExitStatus,
  type SandboxProcess,
  type ServedPort,
  type DownloadOptions,
  type Sandbox,
} from './ports/sandbox.ts'
export { type RunOwner } from './records/run-owner.ts'
export { type BenchmarkRunRecord } from './records/benchmark-run-record.ts'
export { type NewEvalRun, type EvalRunResult, type EvalRunRecord } from './records/eval-run-record.ts'
export { type Alterable } from './records/alterable.ts'
export {
  type NewJudgeRun,
  type JudgeRunProgress,
  type JudgeRunResult,
  type JudgeRunRecord,
} from './records/judge-run-record.ts'
export { type JudgeCheckRecord } from './records/judge-check-record.ts'
export { type JudgmentRecord } from './records/judgment-record.ts'
export { type TrialRecord } from './records/trial-record.ts'
export { type DeclaredTrial, type DeclaredEval, type Declaration } from './records/declaration.ts'
export { type Selection } from './records/selection.ts'
export {
  type AttemptsQuery,
  type Page,
  type PageOptions,
  type TrialPageOptions,
  type StoreReader,
} from './ports/store-reader.ts'
export { type RowFault } from './records/row-fault.ts'
export { type Store } from './ports/store.ts'
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
export { callFateSchema, type CallFate } from './recording/call-fate.ts'
export {
  manifestFileSchema,
  manifestSchema,
  type Manifest,
  type ManifestFile,
  type Provenance,
} from './recording/manifest.ts'
export { measurementSchema, type Measurement } from './recording/measurement.ts'
export { modelExchangeSchema, type ModelExchange } from './recording/model-exchange.ts'
export {
  objectHashSchema,
  snapshotEntrySchema,
  snapshotSchema,
  type SnapshotEntry,
  type Snapshot,
} from './recording/snapshot.ts'
export { usageSchema, noUsage, addUsage, type Usage } from './recording/usage.ts'
export { redactionMark } from './redaction/redaction-mark.ts'
export { createRedactor, type Redactor } from './redaction/redactor.ts'
export { type RedactingPieces, type RedactingStream } from './redaction/redacting-pieces.ts'
export { exportReportSchema, type ExportReport } from './reports/export-report.ts'
export { garbageReportSchema, type GarbageReport } from './reports/garbage-report.ts'
export { mergeReportSchema, type MergeReport } from './reports/merge-report.ts'
export { removedReportSchema } from './reports/removed-report.ts'
export { snapshotReportSchema, type SnapshotReport } from './reports/snapshot-report.ts'
export {
  runDifferenceSchema,
  verifyReportSchema,
  type RunDifference,
  type VerifyReport,
} from './reports/verify-report.ts'
export { workReportSchema, type WorkReport } from './reports/work-report.ts'
export { type Metric, type Rubric } from './rubric/metric.ts'
export { parseRubric } from './rubric/parse-rubric.ts'
export {
  scoreModels,
  type ScoreInput,
  type Bounds,
  type MetricScore,
  type EvalScore,
  type ModelScore,
} from './scores/aggregate.ts'
export { countedTrial, machineInputs, type CountedTrial } from './scores/counted-trial.ts'
export { type InputsToday } from './inputs/inputs-today.ts'
export {
  unresolvedReasons,
  metricCredit,
  metricCreditOf,
  type UnresolvedReason,
  type MetricCredit,
  type CreditStates,
} from './scores/metric-credit.ts'
export {
  scoresReport,
  scoresReportSchema,
  type ScoresReport,
  type ScoresReportInput,
} from './reports/scores-report.ts'
export { scriptedModelsOf, type ScriptedModels } from './scores/scripted-models.ts'
export { scriptedPart, type ScriptedPart } from './scores/scripted-part.ts'
export {
  trialFindingsOf,
  type MetricFinding,
  type UnresolvedTrial,
  type TrialFindings,
} from './scores/trial-findings.ts'
export {
  type Benchmark,
  type Candidate,
  type Container,
  type Judge,
  type RuntimeDeclaration,
} from './settings/written/benchmark.ts'
export {
  benchmarkSettingsSchema,
  type BenchmarkInput,
  type BenchmarkSettings,
} from './settings/schemas/benchmark-settings.ts'
export { type CandidateSettings } from './settings/schemas/candidate-settings.ts'
export { type Eval } from './settings/written/eval.ts'
export { evalSettingsSchema, type EvalInput, type EvalSettings } from './settings/schemas/eval-settings.ts'
export { type JudgeSettings } from './settings/schemas/judge-settings.ts'
export { withoutSecrets } from './settings/providers/literal-secrets.ts'
export { parseModelRef, modelRefSchema, type ModelRef } from './settings/providers/model-ref.ts'
export {
  parseBenchmarkSettings,
  parseEvalSettings,
  parseEvalsOptions,
} from './settings/check/parse-settings.ts'
export { type PassRule } from './settings/schemas/pass-rule.ts'
export { resolvedHeaders, variablesOfHeaders } from './settings/providers/provider-headers.ts'
export {
  declaredOptions,
  modelEntrySchema,
  environmentVariableOf,
  providerSettingsSchema,
  scriptedProvider,
  type Prices,
  type ModelEntry,
  type ProviderSettings,
} from './settings/providers/provider-settings.ts'
export {
  builtInRuntimes,
  runtimeSettingsOf,
  runtimeIds,
  type RuntimeSettings,
  type ContainerSettings,
} from './settings/schemas/runtime-settings.ts'
export {
  unlandedSettings,
  unlandedEvalSettings,
  type UnlandedSetting,
} from './settings/check/unlanded-settings.ts'
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
export { codePointBoundary } from './text/code-point-boundary.ts'
export { counted, nounFor } from './text/counted.ts'
export { filePathBytes, filePathText } from './text/file-path-text.ts'
export { formatMoment } from './text/format-moment.ts'
export { keepEnds, type KeptEnds } from './text/keep-ends.ts'
export {
  formatPercentage,
  formatShare,
  formatMetricValue,
  formatTokens,
  formatCost,
  formatDuration,
} from './text/number-format.ts'
export { deepestNesting, isNestedTooDeep, nestingMark, withoutDeepNesting } from './text/nesting.ts'
export { printableJson } from './text/printable-json.ts'
export { printableLines } from './text/printable-lines.ts'
export { isBlank } from './text/is-blank.ts'
export { quotedName } from './text/quoted-name.ts'
export { printable } from './text/printable.ts'
export { ellipsize, shorten } from './text/shorten.ts'
export { wrapText, type WrapOptions, type MeasureText } from './text/wrap-text.ts'
export { untilAborted } from './waiting/until-aborted.ts'
