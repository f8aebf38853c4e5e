export { trialAttachments, type TrialAttachments } from './attachments/trial-attachments.ts'
export { citationKinds, describeTarget, type Citation, type EvidenceTarget } from './citation/citation.ts'
export { workspaceDiff } from './diff/workspace-diff.ts'
export { pageOfRecording } from './pages/recording-page.ts'
export type { RecordingQuery, RunFile, RecordingPage } from './pages/recording-query.ts'
export { evidenceQuerySchema } from './query/evidence-query.ts'
export { evidenceIndex, type EvidenceIndex } from './query/evidence-summary.ts'
export { queryEvidence } from './query/query-evidence.ts'
export { evidenceText } from './text/evidence-text.ts'
export { toolCallParts } from './text/tool-call-text.ts'
export { conversationsOf } from './transcript/conversations.ts'
export {
  transcriptOf,
  type TranscriptMessage,
  type TranscriptToolCall,
  type Transcript,
} from './transcript/transcript.ts'
export { turnsOf, type Turn } from './transcript/turns.ts'
export { changeOf, hasSameContent, changeText } from './view/artifact-change.ts'
export type { Artifact, ArtifactVersion, EvidenceView } from './view/evidence-view.ts'
export { memoryEvidenceView, type MemoryEvidence } from './view/memory-evidence-view.ts'
