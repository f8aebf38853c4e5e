import type { PlanItem } from '@vitrial/core/plan'
import type { Leftover } from '@vitrial/core/ports'
import { checkNeeds, needsOf } from './benchmark/check-needs.ts'
import { noticesOf, type HostNotice } from './benchmark/notices.ts'
import { OpenedBenchmark } from './opened-benchmark.ts'
import { PlannedRun, previewPlan, type HostToOpen } from './planned-run.ts'
import { currentRunDirectory } from './results/folder/current-run.ts'
import { prepareResultsRoot } from './results/folder/results-directory.ts'
import { Conductor } from './work/conductor.ts'
import { OpenWork } from './work/open-work.ts'
import { SpendingLimit } from './work/spending-limit.ts'
import { TrialWorks } from './work/trial-works.ts'
import { WorkProgress } from './work/work-progress.ts'

/**
 * Opens a benchmark for work: checks what that needs, takes its results and plans.
 *
 * @throws the signal's reason, or what is missing; nothing is held then.
 */
export async function openBenchmark(host: HostToOpen, signal: AbortSignal): Promise<OpenedBenchmark> {
  const { definition, parts, isNewRun } = host
  const root = await prepareResultsRoot(definition.benchmark.directory)
  const swept = await parts.guardian.sweep(signal)
  await parts.judgeAgent.agentVersion()
  signal.throwIfAborted()
  const isResuming = !isNewRun && (await currentRunDirectory(root)) !== undefined
  // With nothing on record, what is lacking is told before anything is written.
  const before = isResuming ? [] : await checkWork(host, (await previewPlan(host)).items, signal)
  signal.throwIfAborted()
  const planned = await PlannedRun.open(host)
  try {
    const found = isResuming ? await checkWork(host, planned.plan.items, signal) : before
    await parts.gateway.listen()
    signal.throwIfAborted()
    return openedOn(host, planned, [...swept, ...found])
  } catch (error) {
    // Nobody else would let go of the results.
    await planned[Symbol.asyncDispose]()
    throw error
  }
}

/** Checks what the work of a plan needs. Resolves with what earlier hosts left where it is to run. */
async function checkWork(
  { definition, parts }: HostToOpen,
  items: Iterable<PlanItem>,
  signal: AbortSignal,
): Promise<readonly Leftover[]> {
  const needs = needsOf(items, definition.benchmark.settings.judge?.model)
  return await checkNeeds(parts, needs, signal)
}

function openedOn(host: HostToOpen, planned: PlannedRun, leftovers: readonly Leftover[]): OpenedBenchmark {
  const { definition, parts, seeds, scheduler, invocation, providerPatienceMs } = host
  const { benchmark, scope } = definition
  const { run: benchmarkRun, plan, endpoint } = planned
  const items = new Map(plan.items.map((item) => [item.trial.id, item]))
  const listeners = new Set<(notice: HostNotice) => void>()
  const progress = new WorkProgress({ clock: parts.clock, places: scheduler.places })
  const open = new OpenWork()
  const conductor = new Conductor({
    parts,
    benchmark,
    benchmarkRun,
    judgeTools: endpoint.judgeTools,
    seeds,
    scheduler,
    spending: new SpendingLimit(plan, invocation.budget),
    progress,
    open,
    providerPatienceMs,
    tell: (notice) => listeners.forEach((tell) => tell(notice)),
  })
  const works = new TrialWorks({ benchmark, scope, benchmarkRun, items, conductor, open, progress })
  const notices = noticesOf(benchmark, parts, leftovers)
  return new OpenedBenchmark({
    definition,
    planned,
    items,
    notices,
    listeners,
    works,
    open,
    progress,
    invocationId: invocation.id,
  })
}
