import { CostEstimates } from '@vitrial/core/cost'
import type { InputsToday } from '@vitrial/core/inputs'
import {
  isInScope,
  planTrials,
  recordedTrialOf,
  type PlanItem,
  type RecordedTrial,
  type TrialScope,
} from '@vitrial/core/plan'
import { countedTrial } from '@vitrial/core/scores'
import type { Trial } from '@vitrial/core/trial'
import type { MarkOutdated } from '../results/mark-outdated.ts'
import { currentInputs, type BenchmarkToday, type InputsOf } from './current-inputs.ts'
import { fittingWork } from './fitting-work.ts'
import type { PlanRecords } from '../results/plan-records.ts'
import { WorkspaceChanges } from './workspace-changes.ts'

/** What an invocation asks of the plan. */
export interface PlanOptions {
  /** Leaves the other trials out. */
  readonly scope?: TrialScope
  /** Trials whose failed run or judgment is to be tried again, by id. */
  readonly retry?: ReadonlySet<string>
  /** Trials that are to be judged again even if nothing changed, by id. */
  readonly rejudge?: ReadonlySet<string>
  /** What all the work of the invocation may cost in US dollars. */
  readonly maxCostUsd?: number
  /** What of that is spent or set aside already. @default 0 */
  readonly spentUsd?: number
}

export interface PlanSubject extends PlanOptions, BenchmarkToday {
  readonly trials: readonly Trial[]
  /** What is on record from before; absent for a new benchmark run. */
  readonly records?: PlanRecords | undefined
}

/** What is to be done in a benchmark, trial by trial. */
export interface BenchmarkPlan {
  /** In the order of the trials; those out of scope are left out. */
  readonly items: readonly PlanItem[]
  readonly estimates: CostEstimates
  readonly judgeModels: readonly string[]
  readonly markOutdated: MarkOutdated
  /** What the trials would be run and judged from. */
  readonly inputsOf: InputsOf
}

/** Plans a benchmark from its files and from what is on record. Reads; runs nothing and writes nothing. */
export async function planWork(subject: PlanSubject): Promise<BenchmarkPlan> {
  const { benchmark, trials, records, maxCostUsd, spentUsd = 0, scope = {}, retry, rejudge } = subject
  const inputsOf = await currentInputs(subject)
  const estimates = new CostEstimates()
  for await (const cost of records?.runCosts() ?? []) estimates.addRun(cost)
  const changes = new WorkspaceChanges()
  const recorded: RecordedTrial[] = []
  // Retired ones too: a model that is declared again is as it was.
  for await (const record of records?.trials({ withRetired: true }) ?? []) {
    const { trial, evalRun } = record
    const current = isInScope(trial, scope) ? inputsOf(trial) : undefined
    if (evalRun && current) changes.add(evalRun, current)
    recorded.push(records && current ? await fittingWork(record, current, records) : recordedTrialOf(record))
  }
  const judgeModel = benchmark.settings.judge?.model
  const judgeModels = judgeModel === undefined ? [] : [judgeModel]
  const items = planTrials({
    trials,
    records: recorded,
    candidate: (trial) => known(trial, inputsOf).candidate,
    judge: (trial) => known(trial, inputsOf).judge,
    ...(records && { changedFiles: await changes.read(benchmark, records) }),
    commandArguments: benchmark.commandArguments,
    scope,
    ...(retry && { retry }),
    ...(rejudge && { rejudge }),
    costs: { estimates, judgeModels, ...(maxCostUsd !== undefined && { maxCostUsd, spentUsd }) },
  })
  const markOutdated: MarkOutdated = (record) => countedTrial(record, inputsOf(record.trial))
  return { items, estimates, judgeModels, markOutdated, inputsOf }
}

function known({ id, ...trial }: Trial, inputsOf: InputsOf): InputsToday {
  const inputs = inputsOf(trial)
  if (inputs === undefined) throw new TypeError(`Trial ${id} is not of this benchmark.`)
  return inputs
}
