import { VitrialError } from '@vitrial/core'
import type { Reporter, TestProject, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import pc from 'picocolors'
import type { RenderSummary } from '../composition/render-summary.ts'
import { describeError } from '../errors/describe-error.ts'
import { errorForVitest } from '../plugin/error-for-vitest.ts'
import type { EvalsProject } from '../plugin/evals-project.ts'
import type { EvalsRun } from '../plugin/evals-run.ts'
import type { EvalsSession } from '../plugin/evals-session.ts'
import { ownShare } from './own-share.ts'
import { say } from './say.ts'
import { selectedTrials } from './selected-trials.ts'
import { startLines } from './start-lines.ts'
import { workerCount } from './worker-count.ts'

type Specifications = readonly [TestSpecification, ...TestSpecification[]]

/** Starts the trials of each run ahead of its tests, says how they stand, and sums up at the end. */
export class EvalsReporter implements Reporter {
  readonly #vitest: Vitest
  readonly #session: EvalsSession
  readonly #ran = new WeakSet<EvalsProject>()
  /** The projects that take part in the current run. */
  readonly #running = new Set<EvalsProject>()

  constructor(vitest: Vitest, session: EvalsSession) {
    this.#vitest = vitest
    this.#session = session
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#running.clear()
    // Merging reports tells of a run that was elsewhere.
    if (this.#vitest.config.mergeReports) return
    const share = await ownShare(this.#vitest, specifications)
    const own = this.#session.projects.map(
      (project) => [project, share.filter((one) => one.project.name === project.name)] as const,
    )
    this.#scaleWorkers(own)
    for (const [project, [first, ...others]] of own) {
      // oxlint-disable-next-line no-await-in-loop -- one project's lines below the other's
      if (first) await this.#startProject(project, [first, ...others])
    }
  }

  onTestModuleQueued(): void {
    this.#session.listenForCancel()
  }

  async onTestRunEnd(_modules: unknown, _errors: unknown, reason: TestRunEndReason): Promise<void> {
    if (reason === 'interrupted') this.#session.cancel('the run was cancelled')
    for (const { name, renderSummary, run } of this.#running) {
      // oxlint-disable-next-line no-await-in-loop -- one summary below the other
      if (run) await this.#endRun(name, renderSummary, run)
    }
  }

  /** Vitest wants the same number in all projects of a group. */
  #scaleWorkers(own: readonly (readonly [EvalsProject, readonly TestSpecification[]])[]): void {
    const needs = own.map(([project, { length: files }]) => ({ files, ...project.scale }))
    const maxWorkers = workerCount(needs)
    for (const [first] of own.map(([, specifications]) => specifications)) {
      if (first) first.project.config.maxWorkers = maxWorkers
    }
  }

  async #startProject(project: EvalsProject, specifications: Specifications): Promise<void> {
    const isRerun = this.#ran.has(project)
    this.#ran.add(project)
    this.#running.add(project)
    try {
      if (isRerun) await this.#reopen(project, specifications[0].project)
      const run = this.#newRun(project)
      const trialIds = specifications.flatMap((specification) => this.#trialIds(project, specification))
      if (trialIds.length > 0) await run.begin(trialIds)
    } catch (error) {
      this.#refuse(project, error)
    }
  }

  /** In watch mode any file may have changed, and with it what the tests of each prompt.md are. */
  async #reopen(project: EvalsProject, testProject: TestProject): Promise<void> {
    await project.open(testProject, this.#vitest.config.shard)
    for (const prompt of project.promptFiles) this.#vitest.invalidateFile(prompt)
  }

  #newRun(project: EvalsProject): EvalsRun {
    return project.newRun((host, trialIds) => {
      for (const line of startLines(project.name, host, trialIds)) say(this.#vitest, line)
    })
  }

  #trialIds(project: EvalsProject, specification: TestSpecification): readonly string[] {
    const loaded = project.evalOf(specification.moduleId)
    // Tags are a filter on tests, and the generated ones have none.
    if (!loaded || this.#vitest.config.tagsFilter) return []
    const trials = project.host.trials.filter(({ evalId }) => evalId === loaded.id)
    const namePattern = this.#vitest.getGlobalTestNamePattern()
    return selectedTrials({ specification, trials, namePattern }).map(({ id }) => id)
  }

  /** A run ends here; watch mode goes on, with every test failing for this reason. */
  #refuse(project: EvalsProject, error: unknown): void {
    if (!this.#vitest.config.watch || !(error instanceof VitrialError)) throw errorForVitest(error)
    this.#vitest.logger.error(`\n${describeError(error, pc)}\n`)
    this.#newRun(project).standing = { state: 'refused', error }
  }

  async #endRun(project: string, renderSummary: RenderSummary, run: EvalsRun): Promise<void> {
    const { host, askedCount, judgedCount, decidedCount, standing } = run
    if (askedCount === 0) return
    const summary = await renderSummary(project, host)
    const heading = this.#running.size > 1 ? `\n ${pc.bold(pc.cyan(project))}\n` : ''
    if (summary !== undefined) say(this.#vitest, `${heading}${summary}`)
    // Tests that want no judgment decide something else, or have failed.
    if (judgedCount === 0 || decidedCount > 0 || standing.state !== 'open') return
    process.exitCode = 1
    this.#vitest.logger.error(
      ` ${project}  nothing was decided: no metric of ${judgedCount} trials has a value`,
    )
  }
}
