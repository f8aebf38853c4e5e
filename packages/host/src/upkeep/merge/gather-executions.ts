import type { EvalRunRecord, Selection, TrialRecord } from '@vitrial/core/records'
import { evalRunStateRules } from '@vitrial/core/states'
import type { Trial } from '@vitrial/core/trial'
import { endOfOpenRun } from '../../results/end-open-runs.ts'
import type { MergeSource } from './merge-source.ts'
import { requireSame } from './same-record.ts'

/** An eval run of the sources, as much as its order needs. */
export interface Execution {
  readonly evalRunId: string
  /** The source that it is copied from. */
  readonly source: MergeSource
  /** The sources that have it on record, this one among them: each may have judged it. */
  readonly sources: readonly MergeSource[]
  /** The names of the sources whose trial selects it, or would have if their process had lived. */
  readonly chosenBy: readonly string[]
  /** What its trial selects with it: of several sources the one that judged it last. Absent where none selects it. */
  readonly selection: Selection | undefined
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
  const choices = new Choices()
  for (const source of sources) {
    for await (const record of source.results.trials()) {
      trials.set(record.trial.id, trials.get(record.trial.id) ?? record.trial)
      choices.add(source, record)
    }
  }
  const executions = new Map<string, Map<string, Execution>>()
  for (const source of sources) {
    for await (const evalRun of source.results.evalRuns()) {
      const trialId = evalRun.trialId ?? ''
      if (trialId !== '' && !trials.has(trialId)) {
        const record = await source.trial(trialId)
        trials.set(trialId, record.trial)
        choices.add(source, record)
        retired.push(trialId)
      }
      const found = executions.get(trialId) ?? new Map<string, Execution>()
      executions.set(trialId, found)
      const known = found.get(evalRun.id)
      if (known && !known.isOpen && evalRun.state !== 'running') {
        const record = await known.source.store.readEvalRun(evalRun.id)
        if (record) requireSame('Eval run', { source: known.source, record }, { source, record: evalRun })
      }
      const isBetter = known === undefined || (known.isOpen && evalRun.state !== 'running')
      const taken = isBetter ? await executionOf(source, evalRun, choices.of(evalRun.id)) : known
      found.set(evalRun.id, { ...taken, sources: [...(known?.sources ?? []), source] })
    }
  }
  return { trials: [...trials.values()], retired, executions }
}

/** What the trials of some sources select with an eval run that several of them may have. */
interface Choice {
  readonly by: readonly string[]
  readonly selection?: Selection
  readonly judgedAtMs: number
}

const noChoice: Choice = { by: [], judgedAtMs: 0 }

class Choices {
  readonly #byEvalRun = new Map<string, Choice>()

  add({ name }: MergeSource, { trial, evalRun, judgeRun, judgment }: TrialRecord): void {
    if (evalRun === undefined) return
    const known = this.of(evalRun.id)
    const by = [...known.by, name]
    const judgedAtMs = judgeRun?.startedAtMs ?? 0
    if (known.selection !== undefined && known.judgedAtMs >= judgedAtMs) {
      this.#byEvalRun.set(evalRun.id, { ...known, by })
      return
    }
    const selection = {
      trialId: trial.id,
      evalRunId: evalRun.id,
      ...(judgeRun && { judgeRunId: judgeRun.id }),
      ...(judgment && { judgmentId: judgment.id }),
    }
    this.#byEvalRun.set(evalRun.id, { by, selection, judgedAtMs })
  }

  of(evalRunId: string): Choice {
    return this.#byEvalRun.get(evalRunId) ?? noChoice
  }
}

async function executionOf(
  source: MergeSource,
  evalRun: EvalRunRecord,
  choice: Choice,
): Promise<Omit<Execution, 'sources'>> {
  const isOpen = evalRun.state === 'running'
  const { state, completedAtMs } = isOpen ? await endOfOpenRun(source, evalRun) : evalRun
  return {
    evalRunId: evalRun.id,
    source,
    chosenBy: isOpen ? [...new Set([...choice.by, source.name])] : choice.by,
    selection: choice.selection,
    isOpen,
    isJudgeable: evalRunStateRules[state].judgeable,
    endedAtMs: completedAtMs,
  }
}
