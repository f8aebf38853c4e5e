import { activeTimeMs, type EvalRunActivity, type JudgeRunActivityRecord } from '@vitrial/core/time'
import type { LoadedBenchmark } from '../benchmark/loaded-benchmark.ts'
import { candidateTimeoutMs } from '../benchmark/trial-settings.ts'
import type { BenchmarkResults } from '../results/benchmark-results.ts'

export interface ActiveTimeOf {
  readonly benchmark: LoadedBenchmark
  readonly results: Pick<
    BenchmarkResults,
    'run' | 'trials' | 'evalRuns' | 'judgeRuns' | 'checks' | 'lastEventAtMs'
  >
  readonly nowMs: number
}

/**
 * How long a benchmark run was at work, in milliseconds: all attempts and gradings, what overlaps once, the time between
 * invocations not at all. Rules: {@link activeTimeMs}.
 */
export async function activeTimeOf({ benchmark, results, nowMs }: ActiveTimeOf): Promise<number> {
  const timeouts = new Map(
    benchmark.evals.map((loaded) => [loaded.id, candidateTimeoutMs(benchmark, loaded)]),
  )
  const selected = new Set<string>()
  for await (const { evalRun } of results.trials({ withRetired: true })) if (evalRun) selected.add(evalRun.id)
  const evalRuns: EvalRunActivity[] = []
  const judgeRuns: JudgeRunActivityRecord[] = []
  for await (const run of results.evalRuns()) {
    // What runs now is selected only when it has ended.
    const isCurrent = selected.has(run.id) || run.state === 'running'
    const timeoutMs = timeouts.get(run.evalId) ?? benchmark.settings.candidate.timeoutMs
    // Of another attempt the recording says how long it was at work, where its host did not live to.
    const isCutOff = !isCurrent && run.state === 'interrupted'
    const lastEventAtMs = isCutOff ? await results.lastEventAtMs(run) : undefined
    evalRuns.push({ run, isCurrent, timeoutMs, ...(lastEventAtMs !== undefined && { lastEventAtMs }) })
    for (const judgeRun of await results.judgeRuns(run.id)) {
      const isLive = judgeRun.inputs.mode === 'live'
      judgeRuns.push({ run: judgeRun, isCurrent, checks: isLive ? await results.checks(judgeRun.id) : [] })
    }
  }
  return activeTimeMs({ nowMs, benchmarkRun: results.run, evalRuns, judgeRuns })
}
