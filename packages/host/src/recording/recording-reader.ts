import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@vitrial/core/errors'
import type { EvidenceView } from '@vitrial/core/evidence'
import type { ObjectStore, Page, PageOptions } from '@vitrial/core/ports'
import {
  manifestSchema,
  modelExchangeSchema,
  recordedEventSchema,
  type Manifest,
  type ManifestFile,
  type ModelExchange,
  type RecordedEvent,
} from '@vitrial/core/recording'
import { evidenceHashOf } from './evidence-hash.ts'
import { describeFile } from '../content/finished-file.ts'
import { recordingFiles } from './recording-files.ts'
import { SealedLog } from './sealed-log.ts'
import { sealedEvidenceView } from './sealed-evidence-view.ts'

/** Which recording it must be: a folder's name alone says it only until folders are exchanged. */
export interface ExpectedRecording {
  readonly evalRunId: string
  /** As the eval run's row has it; absent where the row has none yet. */
  readonly evidenceHash?: string | undefined
}

/** A sealed recording, verified. */
export interface RecordingReader {
  readonly manifest: Manifest
  /** Events in order, a page at a time. */
  readEvents(options: PageOptions): Promise<Page<RecordedEvent>>
  /** Model calls in order, a page at a time. */
  readExchanges(options: PageOptions): Promise<Page<ModelExchange>>
  /** The whole recording as evidence. */
  evidenceView(): EvidenceView
}

/**
 * Opens a sealed recording after checking every file against the manifest, and the manifest against its own hash and
 * what is expected of it.
 *
 * @throws StoreError `VITRIAL_RECORDING_EXCHANGED` if it is the recording of another eval run, `VITRIAL_RECORDING_INCOMPLETE` if a file is missing, `VITRIAL_OBJECT_CHANGED` if one is not
 * what was recorded.
 */
export async function openRecordingReader(
  directory: string,
  objects: ObjectStore,
  expected: ExpectedRecording,
): Promise<RecordingReader> {
  const manifest = await readManifest(directory, expected)
  await Promise.all(manifest.files.map((file) => verifyFile(directory, file)))
  const events = new SealedLog(directory, recordingFiles.events, recordedEventSchema)
  const traffic = new SealedLog(directory, recordingFiles.traffic, modelExchangeSchema)
  return {
    manifest,
    readEvents: (options) => readPage(events, manifest.events, options),
    readExchanges: (options) => readPage(traffic, manifest.exchanges, options),
    evidenceView: () => sealedEvidenceView(manifest, objects, () => events.read(0, manifest.events)),
  }
}

async function readPage<T>(
  log: SealedLog<T>,
  total: number,
  { limit, after = '0' }: PageOptions,
): Promise<Page<T>> {
  const start = Number(after)
  const end = Math.min(total, start + limit)
  const rows = start < end ? await log.read(start, end - start) : []
  return { rows, ...(end < total && { next: String(end) }) }
}

/** Reads a manifest and checks it against its own hash and what is expected; the files it names are not looked at. */
export async function readManifest(directory: string, expected?: ExpectedRecording): Promise<Manifest> {
  const path = join(directory, recordingFiles.manifest)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw incomplete(path, cause)
  })
  let manifest: Manifest
  try {
    manifest = manifestSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw changed(path, cause)
  }
  const { evidenceHash, ...content } = manifest
  if (evidenceHashOf(content) !== evidenceHash) throw changed(path)
  if (expected && manifest.evalRunId !== expected.evalRunId) throw exchanged(path, manifest, expected)
  const hash = expected?.evidenceHash
  if (hash !== undefined && hash !== evidenceHash) throw changed(path)
  return manifest
}

/**
 * Checks a file against what a manifest or a row says of it.
 *
 * @throws StoreError as {@link openRecordingReader} does.
 */
export async function verifyFile(directory: string, expected: ManifestFile): Promise<void> {
  const path = join(directory, expected.path)
  const found = await describeFile(directory, expected.path).catch((cause: unknown) => {
    throw incomplete(path, cause)
  })
  if (found.hash !== expected.hash || found.sizeBytes !== expected.sizeBytes) throw changed(path)
}

function exchanged(path: string, { evalRunId }: Manifest, expected: ExpectedRecording): StoreError {
  return new StoreError(
    'VITRIAL_RECORDING_EXCHANGED',
    `${path} is that of eval run ${evalRunId}, not of ${expected.evalRunId}: the folders of recordings have been ` +
      'exchanged or renamed. Give each the name of its own eval run again.',
  )
}

function incomplete(path: string, cause: unknown): StoreError {
  return new StoreError(
    'VITRIAL_RECORDING_INCOMPLETE',
    `${path} cannot be read, so this recording is not whole. Restore it or run the trial again.`,
    { cause },
  )
}

function changed(path: string, cause?: unknown): StoreError {
  return new StoreError(
    'VITRIAL_OBJECT_CHANGED',
    `${path} is not what was recorded: its hash differs. Restore it or run the trial again.`,
    { cause },
  )
}
