import type { ComponentHashes, InputsToday } from '@vitrial/core/inputs'
import type { EvalRunRecord } from '@vitrial/core/records'
import { keyOf } from '@vitrial/core/text'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark } from '../benchmark/loaded-benchmark.ts'
import type { PlanRecords } from '../results/plan-records.ts'
import { changedFiles } from '../workspace/changed-files.ts'

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
