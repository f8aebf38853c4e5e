import { evalRunStateRules, type EvalRunRecord, type Trial } from '@vitrial/core'
import { endOfOpenRun } from './end-open-runs.ts'
import type { MergeSource } from './merge-source.ts'

/** An eval run of the sources, as much as its order needs. */
export interface Execution {
  readonly evalRunId: string
  /** The source that it is copied from. */
  readonly source: MergeSource
  /** The sources that have it on record, this one among them: each may have judged it. */
  readonly sources: readonly MergeSource[]
  /** The names of the sources whose trial selects it, or would have if their process had lived. */
  readonly chosenBy: readonly string[]
  /** Its process died before it said how it ended. */
  readonly isOpen: boolean
  readonly isJudgeable: boolean
  readonly endedAtMs: number
}

export interface GatheredRuns {
  readonly trials: readonly Trial[]
  /** Trials that no source has in its aggregate any more, by id. */
  readonly retired: readonly string[]
  /** By trial, and by eval run: the same run may have come by several ways. Ingested ones have the key ''. */
  readonly executions: ReadonlyMap<string, ReadonlyMap<string, Execution>>
}

/**
 * Reads what the runs to be merged have on record of each trial.
 *
 * @throws {StoreError} for a recording that was changed.
 */
export async function gatherExecutions(sources: readonly MergeSource[]): Promise<GatheredRuns> {
  const trials = new Map<string, Trial>()
  const retired: string[] = []
  const chosenBy = new Map<string, string[]>()
  for (const { name, results } of sources) {
    for await (const { trial, evalRun } of results.trials()) {
      trials.set(trial.id, trials.get(trial.id) ?? trial)
      if (evalRun) chosenBy.set(evalRun.id, [...(chosenBy.get(evalRun.id) ?? []), name])
    }
  }
  const executions = new Map<string, Map<string, Execution>>()
  for (const source of sources) {
    for await (const evalRun of source.results.evalRuns()) {
      const trialId = evalRun.trialId ?? ''
      if (trialId !== '' && !trials.has(trialId)) {
        trials.set(trialId, await source.trial(trialId))
        retired.push(trialId)
      }
      const found = executions.get(trialId) ?? new Map<string, Execution>()
      executions.set(trialId, found)
      const known = found.get(evalRun.id)
      const isBetter = known === undefined || (known.isOpen && evalRun.state !== 'running')
      const taken = isBetter ? await executionOf(source, evalRun, chosenBy.get(evalRun.id) ?? []) : known
      found.set(evalRun.id, { ...taken, sources: [...(known?.sources ?? []), source] })
    }
  }
  return { trials: [...trials.values()], retired, executions }
}

async function executionOf(
  source: MergeSource,
  evalRun: EvalRunRecord,
  chosenBy: readonly string[],
): Promise<Omit<Execution, 'sources'>> {
  const isOpen = evalRun.state === 'running'
  const { state, completedAtMs } = isOpen ? await endOfOpenRun(source, evalRun) : evalRun
  return {
    evalRunId: evalRun.id,
    source,
    chosenBy: isOpen ? [...new Set([...chosenBy, source.name])] : chosenBy,
    isOpen,
    isJudgeable: evalRunStateRules[state].judgeable,
    endedAtMs: completedAtMs,
  }
}
