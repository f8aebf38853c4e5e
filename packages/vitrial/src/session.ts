export { openSession, type RecordedSession } from './sdk/open-session.ts'
export {
  manifestSchema,
  modelExchangeSchema,
  recordedEventSchema,
  snapshotSchema,
  type EventKind,
  type Manifest,
  type ModelExchange,
  type RecordedEvent,
  type Snapshot,
} from '@vitrial/core/recording'
