import { basename, dirname, join, resolve } from 'node:path'
import { openRecordingReader, type RecordingReader } from '@vitrial/host'
import { readingParts } from '../composition/reading-parts.ts'

/** A recorded session, verified: its manifest, its events and model calls by pages, and all of it as evidence. */
export type RecordedSession = RecordingReader

/**
 * Opens the recording of an eval run, after checking every file of it against its manifest.
 *
 * @param recording its folder, `results/<run>/recordings/<eval run>`.
 * @throws {StoreError} `VITRIAL_RECORDING_INCOMPLETE`, `VITRIAL_OBJECT_CHANGED`, or `VITRIAL_RECORDING_EXCHANGED` if it is not that of its folder's name.
 * @example const { manifest } = await openSession('results/2026-…/recordings/0197…')
 */
export async function openSession(recording: string): Promise<RecordedSession> {
  const folder = resolve(recording)
  const objects = join(dirname(dirname(folder)), 'objects')
  return await openRecordingReader(folder, readingParts().openObjects(objects), {
    evalRunId: basename(folder),
  })
}
