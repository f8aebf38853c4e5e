import type { PoolRunnerInitializer } from 'vitest/node'
import type { EvalsProject } from '../session/evals-project.ts'
import { EvalPoolWorker } from './eval-pool-worker.ts'
import { evalsPoolName } from './evals-pool-name.ts'

/** The pool whose workers can ask the project's host. */
export function evalsPool(project: EvalsProject): PoolRunnerInitializer {
  return {
    name: evalsPoolName,
    createPoolWorker: (options) => new EvalPoolWorker(options, project),
  }
}
