import { BenchmarkError, nearestOf, suggestionFor } from '@vitrial/core/errors'
import type { PlanItem } from '@vitrial/core/plan'
import type { TrialRecord } from '@vitrial/core/records'
import { evalRunStateRules } from '@vitrial/core/states'
import { scopeOf } from './benchmark-options.ts'
import { readPlan } from './plan-benchmark.ts'
import { runPlanned, type BenchmarkRunEnd, type RunBenchmarkOptions } from './run-benchmark.ts'
import { realSdkParts, type SdkParts } from './sdk-parts.ts'

/** What is judged again: a failed judging, one whose rubric or judge changed, or all there is. */
export type RejudgeChoice = 'failed' | 'changed' | 'all'

export interface RejudgeOptions extends Omit<RunBenchmarkOptions, 'isNewRun'> {
  /** One trial alone, by its id or by that of its eval run; judged again even if nothing changed. */
  readonly run?: string | undefined
  /** @default ['failed', 'changed'] */
  readonly choose?: readonly RejudgeChoice[]
}

/**
 * Judges recordings of the current run again, from what is recorded. No candidate runs again: a trial whose prompt
 * or workspace changed is left out.
 *
 * @returns undefined if there is nothing to judge; then nothing was opened or written.
 * @throws {BenchmarkError} `VITRIAL_TRIAL_UNKNOWN` for a `run` that is none, or that left nothing to judge.
 * @example await rejudge('./my-benchmark', { choose: ['all'], onlyEvals: ['ask-dialect'] })
 */
export async function rejudge(
  directory: string,
  options: RejudgeOptions = {},
): Promise<BenchmarkRunEnd | undefined> {
  return await rejudgeOn(realSdkParts, directory, options)
}

/** Does what {@link rejudge} does, on given parts. */
export async function rejudgeOn(
  parts: SdkParts,
  directory: string,
  options: RejudgeOptions = {},
): Promise<BenchmarkRunEnd | undefined> {
  const { run, maxCostUsd } = options
  const scope = scopeOf(options)
  const judgeable = new Set<string>()
  const named = new Map<string, string>()
  const onRecord = ({ trial, evalRun }: TrialRecord): void => {
    named.set(trial.id, trial.id)
    if (evalRun === undefined) return
    named.set(evalRun.id, trial.id)
    if (evalRunStateRules[evalRun.state].judgeable) judgeable.add(trial.id)
  }
  const { items } = await readPlan(parts, directory, { ...options, plan: { scope }, onRecord })
  for (const { trial, selects } of items) {
    // Earlier work is only found where it can be judged.
    if (selects === undefined) continue
    named.set(selects.evalRunId, trial.id)
    judgeable.add(trial.id)
  }
  const wanted =
    run === undefined ? chosen(items, judgeable, options) : [theOne(run, items, judgeable, named)]
  if (wanted.length === 0) return undefined
  const ids = new Set(wanted.map(({ trial }) => trial.id))
  const isForced = run !== undefined || (options.choose?.includes('all') ?? false)
  // A judgment that fits again is only selected, unless all are to be made anew.
  const anew = wanted.filter(({ action }) => isForced || action !== 'reuse')
  const plan = {
    scope,
    rejudge: new Set(anew.map(({ trial }) => trial.id)),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  }
  // Judging only: what would run a candidate by now is left out.
  const isWanted = ({ trial, action, deferredAction }: PlanItem): boolean =>
    ids.has(trial.id) && (deferredAction ?? action) !== 'run'
  return await runPlanned(parts, directory, { ...options, plan, isWanted })
}

function chosen(
  items: readonly PlanItem[],
  judgeable: ReadonlySet<string>,
  { choose = ['failed', 'changed'] }: RejudgeOptions,
): readonly PlanItem[] {
  const isAll = choose.includes('all')
  return items.filter(({ trial, action, selects }) => {
    if (!judgeable.has(trial.id)) return false
    if (action === 'failed') return isAll || choose.includes('failed')
    if (action === 'judge') return isAll || choose.includes('changed')
    return action === 'reuse' && (isAll || (selects !== undefined && choose.includes('changed')))
  })
}

function theOne(
  run: string,
  items: readonly PlanItem[],
  judgeable: ReadonlySet<string>,
  named: ReadonlyMap<string, string>,
): PlanItem {
  const trialId = named.get(run)
  const item = items.find(({ trial }) => trial.id === trialId)
  if (trialId === undefined || item === undefined) {
    const nearest = nearestOf(run, [...named.keys()])
    const suggested = nearest === undefined ? new Set(named.values()) : [nearest]
    const message = `The current run has no trial or selected eval run "${run}". ${suggestionFor(run, [...suggested])}`
    throw new BenchmarkError('VITRIAL_TRIAL_UNKNOWN', message)
  }
  if (!judgeable.has(trialId) || item.action === 'run') {
    const why = item.action === 'run' ? item.reason : 'it left nothing to judge'
    const message = `Trial ${trialId} cannot be judged again: ${why}. Run it first: npx vitest run --project evals.`
    throw new BenchmarkError('VITRIAL_TRIAL_UNKNOWN', message)
  }
  return item
}
