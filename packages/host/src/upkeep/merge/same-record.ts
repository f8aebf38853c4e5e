import { BenchmarkError } from '@vitrial/core/errors'
import type { EvalRunRecord, JudgeRunRecord, JudgmentRecord } from '@vitrial/core/records'
import { canonicalHash } from '../../content/hashes.ts'
import type { MergeSource } from './merge-source.ts'

/** A record of one id, and the source that has it. */
export interface SourcedRecord {
  readonly source: Pick<MergeSource, 'name'>
  readonly record: EvalRunRecord | JudgeRunRecord | JudgmentRecord
}

/**
 * Throws a {@link BenchmarkError} `VITRIAL_MERGE_REFUSED` if two sources differ in what they have under one id. Which
 * benchmark run it is in, and its place among the attempts there, are not its own.
 */
export function requireSame(noun: string, one: SourcedRecord, other: SourcedRecord): void {
  if (contentOf(one.record) === contentOf(other.record)) return
  throw new BenchmarkError(
    'VITRIAL_MERGE_REFUSED',
    `${noun} ${one.record.id} is not the same in ${one.source.name} and ${other.source.name}: one of them is not what ` +
      'was written. Merge only the run that is right.',
  )
}

function contentOf(record: SourcedRecord['record']): string {
  return canonicalHash({ ...record, benchmarkRunId: '', attempt: 0 })
}
