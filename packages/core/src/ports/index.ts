export type { ByteStream } from './byte-stream.ts'
export { systemClock, type Clock } from './clock.ts'
export { wholeContentBytes, contentSize, type FileContent, type FilePieces } from './file-content.ts'
export type { FileEntry, DownloadedEntry } from './file-entry.ts'
export type { EngineAddress, Trace, Leftover, Guardian } from './guardian.ts'
export {
  unknownAgentVersion,
  type HarnessTask,
  type EventSink,
  type DriveOutcome,
  type Harness,
} from './harness.ts'
export type { Ids } from './ids.ts'
export type {
  ToolAnswer,
  JudgeToolset,
  JudgeProfile,
  JudgeRequest,
  JudgeTurn,
  JudgeSessionArchive,
  JudgeSession,
  JudgeAgent,
} from './judge-agent.ts'
export type { ModelGrant, CallProgress, ModelAccess, ModelEndpoint, ModelGateway } from './model-gateway.ts'
export type { ObjectStore, ObjectSweep, SweptObjects } from './object-store.ts'
export type { SandboxSpec, SandboxImage, Runtime } from './runtime.ts'
export type {
  SandboxCommand,
  ExitStatus,
  SandboxProcess,
  ServedPort,
  DownloadOptions,
  Sandbox,
} from './sandbox.ts'
export type { AttemptsQuery, Page, PageOptions, TrialPageOptions, StoreReader } from './store-reader.ts'
export type { Store } from './store.ts'
