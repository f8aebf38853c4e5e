/** What decides how many workers a project needs in one run. */
export interface WorkerNeed {
  /** Its test files that run. */
  readonly files: number
  readonly evals: number
  /** Models times repetitions. */
  readonly trialsPerEval: number
  /** How many trials run at once. */
  readonly concurrency: number
}

/** A worker takes a tenth of a second to start, and memory. */
const mostWorkers = 16

/**
 * How many workers the projects need together. A worker is at one file at a time, and a file ends with its
 * slowest trial: only if every trial under way has its file in a worker, a result is told when it is there,
 * and the first failure bails out at once.
 */
export function workerCount(needs: readonly WorkerNeed[]): number {
  const wanted = needs.reduce((sum, { files, evals, trialsPerEval, concurrency }) => {
    const filesAnEval = Math.ceil(files / Math.max(1, evals))
    const filesUnderWay = Math.ceil(concurrency / Math.max(1, trialsPerEval)) * filesAnEval + 1
    return sum + Math.min(files, filesUnderWay)
  }, 0)
  return Math.min(mostWorkers, Math.max(2, wanted))
}
