import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JudgeSessionArchive, ModelExchange } from '@vitrial/core'
import type { EvidenceReadRecord, SubmissionRecord } from './judge-tools-record.ts'

/** What is kept of a judge run beside its rows. */
export interface JudgeArchive {
  readonly submissions: readonly SubmissionRecord[]
  readonly evidenceReads: readonly EvidenceReadRecord[]
  readonly traffic: readonly ModelExchange[]
  /** Absent if the judge agent never opened. */
  readonly session?: JudgeSessionArchive
}

/** Writes `judge-runs/<judge-run>/`: submissions, evidence reads, native transcript, effective configuration, traffic. */
export async function archiveJudgeRun(directory: string, archive: JudgeArchive): Promise<void> {
  await mkdir(join(directory, 'configuration'), { recursive: true })
  const files: Record<string, string> = {
    'judgment-submissions.json': json(archive.submissions),
    'evidence-reads.jsonl': lines(archive.evidenceReads),
    'traffic.jsonl': lines(archive.traffic),
  }
  if (archive.session) {
    files['transcript.json'] = json(archive.session.transcript)
    files['configuration/opencode.json'] = json(archive.session.configuration)
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)))
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
