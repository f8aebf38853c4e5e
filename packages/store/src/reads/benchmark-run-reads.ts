import type { BenchmarkRunRecord } from '@vitrial/core/records'
import { desc, eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { omitNulls } from '../rows/omit-nulls.ts'
import { benchmarkRuns } from '../schema/benchmark-runs.ts'

/** Reads benchmark runs. */
export interface BenchmarkRunReads {
  read(id: string): BenchmarkRunRecord | undefined
  readLatest(): BenchmarkRunRecord | undefined
}

/** Prepares the reads of benchmark runs. */
export function benchmarkRunReads(database: BetterSQLite3Database): BenchmarkRunReads {
  const row = database
    .select()
    .from(benchmarkRuns)
    .where(eq(benchmarkRuns.id, sql.placeholder('id')))
    .prepare()
  const latest = database
    .select({ id: benchmarkRuns.id })
    .from(benchmarkRuns)
    .orderBy(desc(benchmarkRuns.startedAtMs), desc(benchmarkRuns.id))
    .limit(1)
    .prepare()
  const read: BenchmarkRunReads['read'] = (id) => {
    const found = row.get({ id })
    if (!found) return undefined
    const { ownerMachine: machine, ownerPid: pid, ownerStartedAtMs: startedAtMs, definition, ...run } = found
    return { ...omitNulls(run), owner: { machine, pid, startedAtMs }, definition }
  }
  return {
    read,
    readLatest() {
      const found = latest.get()
      return found && read(found.id)
    },
  }
}
