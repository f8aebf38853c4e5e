import {
  evalRunStateRules,
  type EvalRunRecord,
  type Selection,
  type Trial,
  type TrialRecord,
} from '@vitrial/core'
import type { MergeSource } from './merge-source.ts'

/** An eval run of a source, as much as its order needs. */
export interface Execution {
  readonly source: MergeSource
  readonly evalRunId: string
  /** By its trial in any of the sources. */
  readonly isSelected: boolean
  /** What its trial selects in its own source, if it selects it there. */
  readonly selection: Selection | undefined
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

/** Reads what the runs to be merged have on record of each trial. */
export async function gatherExecutions(sources: readonly MergeSource[]): Promise<GatheredRuns> {
  const trials = new Map<string, Trial>()
  const retired: string[] = []
  const selections = new Selections()
  for (const source of sources) {
    for await (const record of source.results.trials()) {
      const { trial } = record
      trials.set(trial.id, trials.get(trial.id) ?? trial)
      selections.add(source, record)
    }
  }
  const executions = new Map<string, Map<string, Execution>>()
  for (const source of sources) {
    for await (const evalRun of source.results.evalRuns()) {
      const trialId = evalRun.trialId ?? ''
      if (trialId !== '' && !trials.has(trialId)) {
        const record = await source.trial(trialId)
        trials.set(trialId, record.trial)
        selections.add(source, record)
        retired.push(trialId)
      }
      const found = executions.get(trialId) ?? new Map<string, Execution>()
      executions.set(trialId, found)
      if (!found.has(evalRun.id)) found.set(evalRun.id, executionOf(source, evalRun, selections))
    }
  }
  return { trials: [...trials.values()], retired, executions }
}

/** What the trials of the sources select, by eval run: the same run may lie in several of them. */
class Selections {
  readonly #bySource = new Map<string, Map<MergeSource, Selection>>()

  add(source: MergeSource, { trial, evalRun, judgeRun, judgment }: TrialRecord): void {
    if (evalRun === undefined) return
    const known = this.#bySource.get(evalRun.id) ?? new Map<MergeSource, Selection>()
    this.#bySource.set(evalRun.id, known)
    known.set(source, {
      trialId: trial.id,
      evalRunId: evalRun.id,
      ...(judgeRun && { judgeRunId: judgeRun.id }),
      ...(judgment && { judgmentId: judgment.id }),
    })
  }

  of(evalRunId: string): ReadonlyMap<MergeSource, Selection> | undefined {
    return this.#bySource.get(evalRunId)
  }
}

function executionOf(source: MergeSource, evalRun: EvalRunRecord, selections: Selections): Execution {
  const selected = selections.of(evalRun.id)
  return {
    source,
    evalRunId: evalRun.id,
    isSelected: selected !== undefined,
    selection: selected?.get(source),
    isJudgeable: evalRunStateRules[evalRun.state].judgeable,
    endedAtMs: evalRun.state === 'running' ? 0 : evalRun.completedAtMs,
  }
}
