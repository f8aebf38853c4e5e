import type {
  Clock,
  Guardian,
  Harness,
  Ids,
  JudgeAgent,
  ModelGateway,
  ObjectStore,
  Runtime,
  Store,
  StoreReader,
} from '@vitrial/core/ports'
import type { RunOwner } from '@vitrial/core/records'

/** What the composition root gives a host: an implementation for every port. */
export interface HostParts {
  readonly runtime: Runtime
  readonly harness: Harness
  readonly judgeAgent: JudgeAgent
  readonly gateway: ModelGateway
  /** This process, as what it makes names it. */
  readonly owner: RunOwner
  /** Whether the process that so names itself still lives; `elsewhere` if that cannot be known from here. */
  standingOf(owner: RunOwner): 'alive' | 'dead' | 'elsewhere'
  /** Closed last, when all that it holds has been released. */
  readonly guardian: Guardian
  /** Opens the database of a benchmark run, creating it where it does not exist. */
  openStore(file: string): Promise<Store>
  /** Opens the database of a benchmark run for reading: nothing is written, whoever else has it open. */
  readStore(file: string): Promise<StoreReader>
  openObjects(directory: string): ObjectStore
  readonly clock: Clock
  /** The version of Vitrial, which results keep. */
  readonly vitrialVersion: string
  readonly ids: Ids
}

/** As much of the parts as work on results needs that runs and judges nothing. */
export type ResultsParts = Pick<
  HostParts,
  'owner' | 'standingOf' | 'openStore' | 'readStore' | 'openObjects' | 'clock' | 'ids'
>
