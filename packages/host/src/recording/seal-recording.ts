import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EvalRunState, Manifest, Measurement, Usage } from '@vitrial/core'
import { finishFile, syncDirectory } from './durable-files.ts'
import { evidenceHashOf } from './evidence-hash.ts'
import { recordingFiles } from './recording-files.ts'
import { sealLog } from './seal-log.ts'

/** How a run ended, as its recording keeps it. */
export interface RecordedResult {
  readonly state: EvalRunState
  /** How the agent ended in its own words, where it has any. */
  readonly detail?: string
  /** Milliseconds since the epoch. */
  readonly endedAtMs: number
  /** The agent's final answer; absent if it gave none. */
  readonly response?: string
  readonly usage: Usage
  /** Hashes of the snapshots of the workspace. */
  readonly initial: string
  readonly final: string
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
  const paths = [
    ...(await sealLogs(options)),
    ...options.attachments.map((name) => `${recordingFiles.attachments}/${name}`),
  ].toSorted()
  const files = await Promise.all(paths.map((path) => describeFile(directory, path)))
  const manifest = manifestOf(options, files)

  const manifestPath = join(directory, recordingFiles.manifest)
  const unfinishedPath = `${manifestPath}.unfinished`
  await writeFile(unfinishedPath, `${JSON.stringify(manifest, undefined, 2)}\n`)
  await Promise.all([unfinishedPath, ...paths.map((path) => join(directory, path))].map(finishFile))
  await rename(unfinishedPath, manifestPath)
  const directories = [directory, dirname(directory)]
  if (options.attachments.length > 0) directories.push(join(directory, recordingFiles.attachments))
  await Promise.all(directories.map(syncDirectory))

  await Promise.all(
    [recordingFiles.events.raw, recordingFiles.traffic.raw].map((name) => rm(join(directory, name))),
  )
  return manifest
}

/** The paths of the sealed logs and their indexes. A log without a line is left out. */
async function sealLogs({ directory, events, exchanges }: SealOptions): Promise<readonly string[]> {
  const logs = [
    ...(events > 0 ? [recordingFiles.events] : []),
    ...(exchanges > 0 ? [recordingFiles.traffic] : []),
  ]
  const paths = await Promise.all(
    logs.map(async ({ raw, sealed, index }) => {
      const chunks = await sealLog(join(directory, raw), join(directory, sealed))
      await writeFile(join(directory, index), JSON.stringify(chunks), { flag: 'wx' })
      return [sealed, index]
    }),
  )
  return paths.flat()
}

function manifestOf(options: SealOptions, files: Manifest['files']): Manifest {
  const { detail, response, ...result } = options.result
  const content: Omit<Manifest, 'evidenceHash'> = {
    format: 1,
    evalRunId: options.evalRunId,
    ...result,
    ...(detail !== undefined && { detail: wellFormed(detail) }),
    ...(response !== undefined && { response: wellFormed(response) }),
    startedAtMs: options.startedAtMs,
    events: options.events,
    exchanges: options.exchanges,
    measurements: [...options.measurements],
    files,
  }
  return { ...content, evidenceHash: evidenceHashOf(content) }
}

/** Without halves of surrogate pairs, which a cut in the wrong place leaves and canonical JSON refuses. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}

/** A file of a recording as its manifest names it. */
export async function describeFile(directory: string, path: string): Promise<Manifest['files'][number]> {
  const location = join(directory, path)
  const hash = createHash('sha256')
  const { size } = await stat(location)
  await pipeline(createReadStream(location), hash)
  return { path, sizeBytes: size, hash: hash.digest('hex') }
}
