export type { CallFate } from './call-fate.ts'
export {
  recordedEventSchema,
  type MessageBody,
  type ToolCallBody,
  type EventKind,
  type RecordedEvent,
  type NewEvent,
} from './event.ts'
export {
  manifestFileSchema,
  manifestSchema,
  type ManifestFile,
  type Provenance,
  type Manifest,
} from './manifest.ts'
export type { Measurement } from './measurement.ts'
export { modelExchangeSchema, type ModelExchange } from './model-exchange.ts'
export { snapshotEntrySchema, snapshotSchema, type SnapshotEntry, type Snapshot } from './snapshot.ts'
export { noUsage, addUsage, type Usage } from './usage.ts'
