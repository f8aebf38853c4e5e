import { VitrialError } from '@vitrial/core'
import type { Reporter, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import pc from 'picocolors'
import { describeError } from '../errors/describe-error.ts'
import { errorForVitest } from '../plugin/error-for-vitest.ts'
import type { EvalsProject } from '../plugin/evals-project.ts'
import type { EvalsSession } from '../plugin/evals-session.ts'
import { ownShare } from './own-share.ts'
import { say } from './say.ts'
import { selectedTrials } from './selected-trials.ts'
import { startLines } from './start-lines.ts'

type Specifications = readonly [TestSpecification, ...TestSpecification[]]

/** Starts the trials of each run ahead of its tests, says how they stand, and sums up at the end. */
export class EvalsReporter implements Reporter {
  readonly #vitest: Vitest
  readonly #session: EvalsSession
  readonly #ran = new WeakSet<EvalsProject>()

  constructor(vitest: Vitest, session: EvalsSession) {
    this.#vitest = vitest
    this.#session = session
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    if (this.#vitest.config.mergeReports) return
    const share = await ownShare(this.#vitest, specifications)
    for (const project of this.#session.projects) {
      const own = share.filter((specification) => specification.project.name === project.name)
      const [first, ...others] = own
      if (first) await this.#startProject(project, [first, ...others])
    }
  }

  onTestModuleQueued(): void {
    this.#session.listenForCancel()
  }

  async onTestRunEnd(_modules: unknown, _errors: unknown, reason: TestRunEndReason): Promise<void> {
    if (this.#vitest.config.mergeReports) return
    if (reason === 'interrupted') this.#session.cancel('the run was cancelled')
    for (const project of this.#session.projects) await this.#endProject(project)
  }

  async #startProject(project: EvalsProject, specifications: Specifications): Promise<void> {
    const isRerun = this.#ran.has(project)
    this.#ran.add(project)
    project.beginRun()
    try {
      if (isRerun) await project.open(specifications[0].project.config.root)
      await project.host.preflight()
    } catch (error) {
      this.#refuse(project, error)
      return
    }
    const trialIds = specifications.flatMap((specification) => this.#trialIds(project, specification))
    for (const line of startLines(project, trialIds)) say(this.#vitest, line)
    project.host.start(trialIds)
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
    project.refuse(error)
  }

  async #endProject(project: EvalsProject): Promise<void> {
    const { askedCount, decidedCount, standing } = project.run
    if (askedCount === 0) return
    const summary = await project.renderSummary(project.name, project.host)
    if (summary !== undefined) say(this.#vitest, summary)
    if (decidedCount > 0 || standing.state !== 'open') return
    process.exitCode = 1
    this.#vitest.logger.error(
      ` ${project.name}  nothing was decided: no metric of ${askedCount} trials has a value`,
    )
  }
}
