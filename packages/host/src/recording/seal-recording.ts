import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ErrorRecord } from '@vitrial/core/errors'
import type { Manifest, ManifestFile, Measurement, Provenance, Usage } from '@vitrial/core/recording'
import type { EvalRunOutcome, EvalRunState } from '@vitrial/core/states'
import { evidenceHashOf } from './evidence-hash.ts'
import { finishFile, makeDurable, writeFinishedFile } from '../content/finished-file.ts'
import { recordingFiles } from './recording-files.ts'
import { sealLog } from './seal-log.ts'

/** How a run ended, as its recording keeps it. */
export interface RecordedResult {
  readonly state: EvalRunState
  readonly outcome?: EvalRunOutcome
  /** What made it; absent where another program did. */
  readonly provenance?: Provenance
  /** How the agent ended in its own words, where it has any. */
  readonly detail?: string
  /** Milliseconds since the epoch. */
  readonly endedAtMs: number
  /** The agent's final answer; absent if it gave none. */
  readonly response?: string
  readonly usage: Usage
  /** Why the state is not `completed`, where that is known by a code. */
  readonly error?: ErrorRecord
  /** Hashes of the snapshots of the workspace; absent if it could not be read. */
  readonly initial?: string
  readonly final?: string
}

export interface SealOptions {
  readonly directory: string
  readonly evalRunId: string
  readonly startedAtMs: number
  readonly events: number
  readonly exchanges: number
  /** Names in the attachments' folder. */
  readonly attachments: readonly string[]
  readonly measurements: readonly Measurement[]
  readonly result: RecordedResult
}

/** Compresses the logs, hashes every file and writes the manifest last. Nothing may write there any more. */
export async function sealRecording(options: SealOptions): Promise<Manifest> {
  const { directory } = options
  const files = await finishFiles(options)
  const manifest = manifestOf(options, files)
  const unfinished = `${recordingFiles.manifest}.unfinished`
  await writeFinishedFile(directory, unfinished, [Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)])
  await makeDurable([unfinished, ...files.map(({ path }) => path)].map((path) => join(directory, path)))
  await rename(join(directory, unfinished), join(directory, recordingFiles.manifest))
  const directories = [directory, dirname(directory)]
  if (options.attachments.length > 0) directories.push(join(directory, recordingFiles.attachments))
  await makeDurable(directories)

  await Promise.all(
    [recordingFiles.events.raw, recordingFiles.traffic.raw].map((name) => rm(join(directory, name))),
  )
  return manifest
}

/** Every file but the manifest, sorted by path. A log without a line is left out. */
async function finishFiles(options: SealOptions): Promise<ManifestFile[]> {
  const { directory, events, exchanges, attachments } = options
  const files = await Promise.all([
    events > 0 ? sealLog(directory, recordingFiles.events) : [],
    exchanges > 0 ? sealLog(directory, recordingFiles.traffic) : [],
    ...attachments.map((name) => finishFile(directory, `${recordingFiles.attachments}/${name}`)),
  ])
  return files.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function manifestOf(options: SealOptions, files: ManifestFile[]): Manifest {
  const { detail, error, outcome, provenance, response, state, endedAtMs, usage, initial, final } =
    options.result
  const content: Omit<Manifest, 'evidenceHash'> = {
    format: 1,
    evalRunId: options.evalRunId,
    state,
    ...(outcome && { outcome }),
    ...(detail !== undefined && { detail: wellFormed(detail) }),
    ...(provenance && { provenance }),
    startedAtMs: options.startedAtMs,
    endedAtMs,
    events: options.events,
    exchanges: options.exchanges,
    ...(response !== undefined && { response: wellFormed(response) }),
    usage,
    measurements: [...options.measurements],
    files,
    initial,
    final,
    ...(error && { error: { ...error, message: wellFormed(error.message) } }),
  }
  return { ...content, evidenceHash: evidenceHashOf(content) }
}

/** Without halves of surrogate pairs, which a cut in the wrong place leaves and canonical JSON refuses. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}
