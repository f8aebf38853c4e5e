import {
  keyOf,
  type ComponentHashes,
  type EvalRunRecord,
  type Snapshot,
  type Trial,
  type InputsToday,
} from '@vitrial/core'
import type { LoadedBenchmark } from '../load-benchmark/loaded-benchmark.ts'
import { comparedHash } from '../trial/frozen-seed.ts'
import { readSeed } from '../trial/workspace-seed.ts'
import type { PlanRecords } from './plan-records.ts'

type ChangedFiles = (trial: Pick<Trial, 'evalId'>, recorded: ComponentHashes) => readonly string[]

/** Names the files that changed since workspaces were recorded, each change once however many trials have it. */
export class WorkspaceChanges {
  /** By eval and recorded workspace: a run that began with it. */
  readonly #found = new Map<string, { readonly evalId: string; readonly evalRunId: string }>()

  /** Takes note of a run whose workspace may be another than the current one. */
  add({ id, evalId, candidateInputs, ...run }: EvalRunRecord, { candidate }: InputsToday): void {
    const { workspace } = candidateInputs
    if (workspace === undefined || workspace === candidate.components['workspace']) return
    // Without evidence there is no recording to read.
    if (run.state === 'running' || run.evidenceHash === undefined) return
    const key = keyOf(evalId, workspace)
    if (!this.#found.has(key)) this.#found.set(key, { evalId, evalRunId: id })
  }

  /** Reads what has been noted. Where a recording is gone its files stay unnamed: a plan needs no recordings. */
  async read(
    benchmark: LoadedBenchmark,
    records: Pick<PlanRecords, 'initialWorkspace'>,
  ): Promise<ChangedFiles> {
    const directories = new Map(benchmark.evals.map(({ id, workspaceDirectory }) => [id, workspaceDirectory]))
    const files = new Map<string, readonly string[]>()
    for (const [key, { evalId, evalRunId }] of this.#found) {
      const recorded = await records.initialWorkspace(evalRunId).catch(() => undefined)
      if (recorded) files.set(key, await changedFiles(directories.get(evalId), recorded))
    }
    return ({ evalId }, { workspace = '' }) => files.get(keyOf(evalId, workspace)) ?? []
  }
}

/** The paths at which the files an eval starts with differ from recorded ones, sorted: added and removed ones too. */
export async function changedFiles(
  directory: string | undefined,
  recorded: Snapshot,
): Promise<readonly string[]> {
  const before = new Map<string, string>()
  for (const entry of recorded.entries) {
    if (entry.type === 'file') before.set(entry.path, fileText(entry.hash, entry.mode))
    if (entry.type === 'symlink') before.set(entry.path, entry.target)
  }
  const now = new Map<string, string>()
  if (directory !== undefined) {
    for await (const entry of readSeed(directory)) {
      // What is below them was not recorded.
      if (recorded.excluded.some((excluded) => entry.path.startsWith(`${excluded}/`))) continue
      if (entry.type === 'file') now.set(entry.path, fileText(await comparedHash(entry), entry.mode))
      if (entry.type === 'symlink') now.set(entry.path, entry.target)
    }
  }
  const paths = new Set([...before.keys(), ...now.keys()])
  return [...paths].filter((path) => before.get(path) !== now.get(path)).toSorted()
}

/** Of its mode only whether its owner may execute it: a sandbox may not keep the rest as it is. */
function fileText(hash: string, mode: number): string {
  return (mode & 0o100) === 0 ? hash : `${hash} executable`
}
