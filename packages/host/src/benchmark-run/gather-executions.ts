import {
  evalRunStateRules,
  type EvalRunRecord,
  type Selection,
  type Trial,
  type TrialRecord,
} from '@vitrial/core'
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
  /** What its trial selects with it; where sources differ, what was judged last. Absent if none selects it. */
  readonly selection?: Selection
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
  const chosen = new ChosenRuns()
  for (const { name, results } of sources) {
    for await (const record of results.trials()) {
      const { trial } = record
      trials.set(trial.id, trials.get(trial.id) ?? trial)
      chosen.add(name, record)
    }
  }
  const executions = new Map<string, Map<string, Execution>>()
  for (const source of sources) {
    for await (const evalRun of source.results.evalRuns()) {
      const trialId = evalRun.trialId ?? ''
      if (trialId !== '' && !trials.has(trialId)) {
        const record = await source.trial(trialId)
        trials.set(trialId, record.trial)
        chosen.add(source.name, record)
        retired.push(trialId)
      }
      const found = executions.get(trialId) ?? new Map<string, Execution>()
      executions.set(trialId, found)
      const known = found.get(evalRun.id)
      const isBetter = known === undefined || (known.isOpen && evalRun.state !== 'running')
      const taken = isBetter ? await executionOf(source, evalRun, chosen) : known
      found.set(evalRun.id, { ...taken, sources: [...(known?.sources ?? []), source] })
    }
  }
  return { trials: [...trials.values()], retired, executions }
}

/** Which eval runs the trials of the sources select, and with which judging. */
class ChosenRuns {
  readonly #names = new Map<string, readonly string[]>()
  readonly #records = new Map<string, TrialRecord>()

  add(source: string, record: TrialRecord): void {
    const { evalRun, judgeRun } = record
    if (evalRun === undefined) return
    this.#names.set(evalRun.id, [...this.by(evalRun.id), source])
    const known = this.#records.get(evalRun.id)?.judgeRun
    if (known && known.startedAtMs >= (judgeRun?.startedAtMs ?? 0)) return
    this.#records.set(evalRun.id, record)
  }

  by(evalRunId: string): readonly string[] {
    return this.#names.get(evalRunId) ?? []
  }

  selectionOf(evalRunId: string): Selection | undefined {
    const record = this.#records.get(evalRunId)
    if (record === undefined) return undefined
    const { trial, judgeRun, judgment } = record
    return {
      trialId: trial.id,
      evalRunId,
      ...(judgeRun && { judgeRunId: judgeRun.id }),
      ...(judgment && { judgmentId: judgment.id }),
    }
  }
}

async function executionOf(
  source: MergeSource,
  evalRun: EvalRunRecord,
  chosen: ChosenRuns,
): Promise<Omit<Execution, 'sources'>> {
  const isOpen = evalRun.state === 'running'
  const chosenBy = chosen.by(evalRun.id)
  const selection = chosen.selectionOf(evalRun.id)
  const { state, completedAtMs } = isOpen ? await endOfOpenRun(source, evalRun) : evalRun
  return {
    evalRunId: evalRun.id,
    source,
    chosenBy: isOpen ? [...new Set([...chosenBy, source.name])] : chosenBy,
    ...(selection && { selection }),
    isOpen,
    isJudgeable: evalRunStateRules[state].judgeable,
    endedAtMs: completedAtMs,
  }
}
