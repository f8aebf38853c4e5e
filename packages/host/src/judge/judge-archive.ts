import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreError } from '@vitrial/core/errors'
import type { JudgeSessionArchive } from '@vitrial/core/ports'
import type { ManifestFile } from '@vitrial/core/recording'
import { finishFile, makeDurable, writeFinishedFile } from '../content/finished-file.ts'
import type { EvidenceReadRecord, SubmissionRecord } from './tools/judge-tools-record.ts'
import { trafficFile, type JudgeTraffic } from './judge-traffic.ts'

/** What is kept of a judge run beside its rows. */
export interface JudgeArchive {
  readonly submissions: readonly SubmissionRecord[]
  readonly evidenceReads: readonly EvidenceReadRecord[]
  readonly traffic: JudgeTraffic
  /** Absent if the judge agent never opened. */
  readonly session?: JudgeSessionArchive
}

/**
 * Writes `judge-runs/<judge-run>/`: submissions, evidence reads, native transcript, effective configuration, traffic.
 * All of it is durable and read-only when this resolves.
 *
 * @returns what the folder holds, by hash.
 * @throws {StoreError} `VITRIAL_STORE_WRITE`
 */
export async function archiveJudgeRun(
  directory: string,
  archive: JudgeArchive,
): Promise<readonly ManifestFile[]> {
  const files: Record<string, string> = {
    'judgment-submissions.json': json(archive.submissions),
    'evidence-reads.jsonl': lines(archive.evidenceReads),
  }
  if (archive.session) {
    files['transcript.json'] = json(archive.session.transcript)
    files['configuration/opencode.json'] = json(archive.session.configuration)
  }
  try {
    await mkdir(join(directory, 'configuration'), { recursive: true })
    const written = await Promise.all(
      Object.entries(files).map(([name, text]) => writeFinishedFile(directory, name, [Buffer.from(text)])),
    )
    await archive.traffic.close()
    const kept = [...written, await finishFile(directory, trafficFile)]
    const paths = kept.map(({ path }) => join(directory, path))
    const folders = [join(directory, 'configuration'), directory, dirname(directory)]
    await makeDurable([...paths, ...folders])
    return kept.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  } catch (cause) {
    throw new StoreError(
      'VITRIAL_STORE_WRITE',
      `What the judge did could not be written to ${directory}. Check space and permissions.`,
      { cause },
    )
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
