import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Host, LoadedEval, Shard } from '@vitrial/host'
import { normalizePath } from 'vite'
import type { TestProject, Vitest } from 'vitest/node'
import { runRequestOf } from '../../../handshake/run-request-of.ts'
import { providedEvalsKey } from '../../channel/provided-evals.ts'
import { providedEvalsOf } from './eval-context-of.ts'
import type { WorkerNeed } from './worker-count.ts'
import type { EvalsParts, RenderSummary, WriteReport } from './evals-parts.ts'
import { invocationOf } from './invocation-of.ts'
import { collapsedTrials } from './reused-trials.ts'
import { EvalsRun, type Announce } from './evals-run.ts'

export interface EvalsProjectOptions extends EvalsParts {
  readonly name: string
  readonly concurrency?: number
}

/** One `defineEvals` project at work: its host and its current run. */
export class EvalsProject implements AsyncDisposable {
  readonly name: string
  readonly renderSummary: RenderSummary
  readonly writeReport: WriteReport
  /** The `*.eval.ts` that Vitest has read so far. */
  readonly testFiles = new Set<string>()
  readonly #options: EvalsProjectOptions
  #directory = ''
  #vitest: Vitest | undefined
  #host: Host | undefined
  #usualConcurrency = 1
  #evals: ReadonlyMap<string, LoadedEval> = new Map()
  #run: EvalsRun | undefined
  #collapsed: Promise<ReadonlySet<string>> | undefined

  constructor(options: EvalsProjectOptions) {
    this.name = options.name
    this.renderSummary = options.renderSummary
    this.writeReport = options.writeReport
    this.#options = options
  }

  /** The host, once opened. */
  get host(): Host {
    if (!this.#host) throw new Error(`The host of project "${this.name}" is not open.`)
    return this.#host
  }

  /** The current run of Vitest, or the last; undefined before the first. */
  get run(): EvalsRun | undefined {
    return this.#run
  }

  /** The benchmark's folder as Vitest names it. */
  get directory(): string {
    return this.#directory
  }

  /** The prompt.md of every eval. */
  get promptFiles(): readonly string[] {
    return this.host.benchmark.evals.map(({ promptFile }) => normalizePath(promptFile))
  }

  /** What says how many workers it needs. */
  get scale(): Omit<WorkerNeed, 'files'> {
    const { evals, settings } = this.host.benchmark
    return {
      evals: evals.length,
      trialsPerEval: settings.models.length * settings.repetitions,
      concurrency: this.#options.concurrency ?? settings.concurrency ?? this.#usualConcurrency,
    }
  }

  /**
   * Opens the host of the benchmark in the project's folder, in place of an earlier one: in watch mode the
   * files may have changed. Throws a `BenchmarkError` and keeps what it had.
   *
   * @param shard which part of the tests this Vitest runs
   */
  async open(testProject: TestProject, shard?: Shard): Promise<void> {
    const { name, concurrency, openHost } = this.#options
    const directory = testProject.config.root
    this.#directory = normalizePath(directory)
    this.#vitest = testProject.vitest
    const request = runRequestOf({ project: name, directory, environment: process.env })
    const host = await openHost({
      project: name,
      directory,
      ...(concurrency !== undefined && { concurrency }),
      ...(shard && { shard }),
      ...(request && { request }),
      invocation: invocationOf(testProject.vitest, request?.maxCostUsd),
    })
    // Imported late, as the host is: a config is loaded for other projects too.
    this.#usualConcurrency = (await import('@vitrial/host')).defaultConcurrency()
    const earlier = this.#host
    this.#host = host
    this.#collapsed = undefined
    this.#indexEvals(host)
    testProject.provide(providedEvalsKey, providedEvalsOf(name, host.benchmark))
    await earlier?.[Symbol.asyncDispose]()
  }

  /** The reused trials that are not tests of their own, by id. */
  collapsed(): Promise<ReadonlySet<string>> {
    // Read once for each host: a run that another filter is for opens a new one.
    this.#collapsed ??= collapsedTrials(this.host, this.#vitest?.getGlobalTestNamePattern())
    return this.#collapsed
  }

  /** The eval whose prompt.md this is. */
  evalOf(moduleId: string): LoadedEval | undefined {
    return this.#evals.get(normalizePath(moduleId))
  }

  /** True for a path that this project takes for a prompt.md, whether or not its eval could be loaded. */
  isPrompt(moduleId: string): boolean {
    const evalsDirectory = normalizePath(dirname(dirname(moduleId)))
    return basename(moduleId) === 'prompt.md' && evalsDirectory === `${this.#directory}/evals`
  }

  /** Begins a run anew, with nothing cancelled, refused or asked for. */
  newRun(announce: Announce): EvalsRun {
    this.#run = new EvalsRun(this.host, announce)
    return this.#run
  }

  /** Ends all open work and refuses more in this run. */
  cancel(reason: string): void {
    this.#run?.cancel(reason)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#run) this.#run.standing = { state: 'cancelled', reason: 'Vitest has closed' }
    await this.#host?.[Symbol.asyncDispose]()
  }

  #indexEvals({ benchmark }: Host): void {
    const evals = benchmark.evals.flatMap((loaded) =>
      [loaded.promptFile, realpathSync(loaded.promptFile)].map(
        (file) => [normalizePath(file), loaded] as const,
      ),
    )
    this.#evals = new Map(evals)
  }
}
