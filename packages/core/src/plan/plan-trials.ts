import { formatCost } from '../text/number-format.ts'
import { Budget } from '../cost/budget.ts'
import { totalOf, type CostEstimate, type CostEstimates } from '../cost/cost-estimates.ts'
import type { ComponentHashes, Fingerprint } from '../inputs/fingerprints.ts'
import { keyOf } from '../text/key-of.ts'
import { nextStepOf, type NextStep } from './next-step.ts'
import type { PlanItem } from './plan-item.ts'
import type { RecordedTrial } from './recorded-trial.ts'
import { isInScope, type TrialScope } from './trial-scope.ts'
import { namedArm } from '../trial/model-arm.ts'
import type { Trial } from '../trial/trial.ts'
import type { BenchmarkArguments } from './try-again.ts'

export interface PlanInput {
  /** Every declared trial, in order. */
  readonly trials: Iterable<Trial>
  /** What is on record from before: one for each trial that was declared then, whether it ran or not. */
  readonly records: Iterable<RecordedTrial>
  /** Asked once for each eval, model and arm. */
  readonly candidate: (trial: Trial) => Fingerprint
  /** Asked once for each eval, model and arm; undefined if nothing judges the eval. */
  readonly judge: (trial: Trial) => Fingerprint | undefined
  /** The files of a workspace that changed since it was recorded with these inputs; none if that is not known. */
  readonly changedFiles?: (trial: Trial, recorded: ComponentHashes) => readonly string[]
  /** Trials whose failed run or judgment is to be tried again, by id. */
  readonly retry?: ReadonlySet<string>
  /** Trials that are to be judged again even if nothing changed, by id. */
  readonly rejudge?: ReadonlySet<string>
  /** Leaves the other trials out. */
  readonly scope?: TrialScope
  readonly costs?: PlannedCosts
  /** For the commands that it suggests. */
  readonly commandArguments?: BenchmarkArguments
}

/** What costs are known, and what limits there are. */
export interface PlannedCosts {
  readonly estimates: CostEstimates
  /** One for each grading of a trial; none if nothing judges. */
  readonly judgeModels: readonly string[]
  /** What all the work may cost; items that do not fit are deferred. */
  readonly maxCostUsd?: number
  /** What of that is spent or set aside already. @default 0 */
  readonly spentUsd?: number
  /** A trial's own hard cap, which stands in for an unknown cost. */
  readonly capUsd?: (trial: Trial) => number | undefined
}

/**
 * Decides for every declared trial what is to be done, by its inputs and by what is on record. Linear in the
 * trials. Costs are forecast in the order of the plan; what is really deferred is found when its turn comes.
 */
export function planTrials(input: PlanInput): readonly PlanItem[] {
  const { scope = {}, costs, commandArguments } = input
  const known = knownOf(input.records)
  const fingerprints = new SharedFingerprints(input)
  const budget = new Budget(costs?.maxCostUsd)
  budget.spend(costs?.spentUsd ?? 0)
  const items: PlanItem[] = []
  for (const trial of input.trials) {
    if (!isInScope(trial, scope)) continue
    const recorded = known.records.get(trial.id)
    const evalRun = recorded?.evalRun
    const current = fingerprints.of(trial)
    const step = evalRun
      ? nextStepOf({
          recorded: { ...recorded, evalRun },
          ...current,
          isRetry: input.retry?.has(trial.id) ?? false,
          isRejudge: input.rejudge?.has(trial.id) ?? false,
          changedFiles: () => input.changedFiles?.(trial, evalRun.components) ?? [],
          ...(commandArguments && { commandArguments }),
        })
      : { action: 'run' as const, reason: newnessOf(trial, known), changed: [] }
    const item = itemOf(trial, step, { costs, budget, isJudged: current.judge !== undefined })
    items.push(recorded?.earlier ? { ...item, selects: recorded.earlier.selection } : item)
  }
  return items
}

/** Tells why work is not started under a limit. */
export function deferralReason(estimatedUsd: number | null, limitUsd: number): string {
  return estimatedUsd === null
    ? 'its cost is not known yet: run one repetition of it without the limit first, or give its models a price'
    : `about ${formatCost(estimatedUsd)} would exceed the cost limit of ${formatCost(limitUsd)}`
}

interface Known {
  readonly records: ReadonlyMap<string, RecordedTrial>
  readonly evals: ReadonlySet<string>
  readonly models: ReadonlySet<string>
  /** Undefined stands for the arm without a name. */
  readonly arms: ReadonlySet<string | undefined>
}

function knownOf(records: Iterable<RecordedTrial>): Known {
  const known = {
    records: new Map<string, RecordedTrial>(),
    evals: new Set<string>(),
    models: new Set<string>(),
    arms: new Set<string | undefined>(),
  }
  for (const record of records) {
    known.records.set(record.trialId, record)
    known.evals.add(record.evalId)
    known.models.add(record.model)
    known.arms.add(record.arm)
  }
  return known
}

function newnessOf(trial: Trial, { records, evals, models, arms }: Known): string {
  if (records.size === 0 || records.has(trial.id)) return 'not run yet'
  if (!evals.has(trial.evalId)) return 'new eval'
  if (!models.has(trial.model)) return 'new model'
  return arms.has(trial.arm) ? 'new repetition' : 'new arm'
}

/** Repetitions share their fingerprints. */
class SharedFingerprints {
  readonly #input: Pick<PlanInput, 'candidate' | 'judge'>
  readonly #known = new Map<string, { candidate: Fingerprint; judge: Fingerprint | undefined }>()

  constructor(input: Pick<PlanInput, 'candidate' | 'judge'>) {
    this.#input = input
  }

  of(trial: Trial): { readonly candidate: Fingerprint; readonly judge: Fingerprint | undefined } {
    const key = keyOf(trial.evalId, trial.model, trial.arm ?? '')
    const known = this.#known.get(key)
    if (known) return known
    const found = { candidate: this.#input.candidate(trial), judge: this.#input.judge(trial) }
    this.#known.set(key, found)
    return found
  }
}

interface Spending {
  readonly costs: PlannedCosts | undefined
  readonly budget: Budget
  readonly isJudged: boolean
}

function itemOf(trial: Trial, step: NextStep, spending: Spending): PlanItem {
  const { costs, budget } = spending
  const { action, reason, changed } = step
  if (action === 'reuse' || action === 'failed') return { trial, action, reason, changed, estimatedUsd: 0 }
  const estimate = estimateOf(trial, action, spending)
  const estimatedUsd = totalOf(estimate)
  const { limitUsd } = budget
  if (limitUsd === undefined || budget.tryReserve(estimate, costs?.capUsd?.(trial))) {
    return { trial, action, reason, changed, estimatedUsd }
  }
  const deferral = deferralReason(estimatedUsd, limitUsd)
  const deferred = { action: 'deferred', deferredAction: action } as const
  return { trial, ...deferred, reason: `${reason}; ${deferral}`, changed, estimatedUsd }
}

function estimateOf(trial: Trial, action: 'run' | 'judge', { costs, isJudged }: Spending): CostEstimate {
  if (costs === undefined) return { candidateUsd: action === 'run' ? null : 0, judgeUsd: isJudged ? null : 0 }
  const { evalId, model, arm } = trial
  const work = { evalId, model, ...namedArm(arm), judgeModels: isJudged ? costs.judgeModels : [] }
  return action === 'run' ? costs.estimates.ofRun(work) : costs.estimates.ofJudging(work)
}
