import { errorMessage, VitrialError } from '@vitrial/core/errors'
import { isInScope } from '@vitrial/core/plan'
import { counted, printable } from '@vitrial/core/text'
import type { OpenedHost } from '@vitrial/host'
import type {
  Reporter,
  TestModule,
  TestProject,
  TestRunEndReason,
  TestSpecification,
  Vitest,
} from 'vitest/node'
import pc from 'picocolors'
import { describeError } from '../../../terminal/describe-error.ts'
import { errorForVitest } from '../output/error-for-vitest.ts'
import type { RunEnd } from '../session/evals-parts.ts'
import type { EvalsProject } from '../session/evals-project.ts'
import type { EvalsRun } from '../session/evals-run.ts'
import { showProgress, type ShownProject } from '../output/show-progress.ts'
import type { EvalsSession } from '../session/evals-session.ts'
import type { ToldTrials } from '../../../terminal/summary/told-trials.ts'
import { ownShare } from '../session/own-share.ts'
import { complain, say } from '../output/say.ts'
import { selectedTrials } from '../session/selected-trials.ts'
import { noticeLine, startLines } from './start-lines.ts'
import { tellsFailures } from './tells-failures.ts'
import { toldByTests } from './told-by-tests.ts'
import { workerCount } from '../session/worker-count.ts'

type Specifications = readonly [TestSpecification, ...TestSpecification[]]

/** How long the report may read recordings; what it has not read by then it leaves out. */
const reportAfterRunMs = 60_000
/** Exiting after a signal must not wait for it. */
const reportAfterCancelMs = 2_000

/** Starts the trials of each run ahead of its tests, says how they stand, and sums up at the end. */
export class EvalsReporter implements Reporter {
  readonly #vitest: Vitest
  readonly #session: EvalsSession
  readonly #ran = new WeakSet<EvalsProject>()
  /** The projects that take part in the current run. */
  readonly #running = new Set<EvalsProject>()
  readonly #telling = new Map<EvalsProject, Disposable>()
  #progress: Disposable | undefined

  constructor(vitest: Vitest, session: EvalsSession) {
    this.#vitest = vitest
    this.#session = session
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.#running.clear()
    // Merging reports tells of a run that was elsewhere.
    if (this.#vitest.config.mergeReports) return
    this.#progress?.[Symbol.dispose]()
    this.#progress = showProgress(this.#vitest, () => this.#shownProjects())
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

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: unknown,
    reason: TestRunEndReason,
  ): Promise<void> {
    this.#progress?.[Symbol.dispose]()
    if (reason === 'interrupted') this.#session.cancel('the run was cancelled')
    const reportMs = reason === 'interrupted' ? reportAfterCancelMs : reportAfterRunMs
    for (const project of this.#running) {
      // oxlint-disable-next-line no-await-in-loop -- one summary below the other
      await this.#endRun(project, modules, AbortSignal.timeout(reportMs))
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
      // Vitest skips the tests of a run that was cancelled.
      if (project.run?.standing.state !== 'cancelled') this.#refuse(project, error)
    }
  }

  /** In watch mode any file may have changed, and with it what the tests of each prompt.md are. */
  async #reopen(project: EvalsProject, testProject: TestProject): Promise<void> {
    await project.open(testProject, this.#vitest.config.shard)
    for (const prompt of project.promptFiles) this.#vitest.invalidateFile(prompt)
  }

  #newRun(project: EvalsProject): EvalsRun {
    this.#telling.get(project)?.[Symbol.dispose]()
    return project.newRun((host, trialIds) => {
      const told = host.onNotice(({ text }) => say(this.#vitest, noticeLine(project.name, text)))
      this.#telling.set(project, told)
      for (const line of startLines(project.name, host, trialIds)) say(this.#vitest, line)
    })
  }

  #trialIds(project: EvalsProject, specification: TestSpecification): readonly string[] {
    const loaded = project.evalOf(specification.moduleId)
    // Tags are a filter on tests, and the generated ones have none.
    if (!loaded || this.#vitest.config.tagsFilter) return []
    const { host } = project
    const trials = host.trials.filter((trial) => trial.evalId === loaded.id && isInScope(trial, host.scope))
    const namePattern = this.#vitest.getGlobalTestNamePattern()
    return selectedTrials({ specification, trials, namePattern }).map(({ id }) => id)
  }

  /** A run ends here; watch mode goes on, with every test failing for this reason. */
  #refuse(project: EvalsProject, error: unknown): void {
    if (!this.#vitest.config.watch || !(error instanceof VitrialError)) throw errorForVitest(error)
    complain(this.#vitest, `\n${describeError(error, pc)}\n`)
    this.#newRun(project).standing = { state: 'refused', error }
  }

  #shownProjects(): readonly ShownProject[] {
    return [...this.#running].flatMap(({ name, run }) => {
      const opened = run?.standing.state === 'open' ? run.opened : undefined
      return opened ? [{ name, progress: () => opened.progress() }] : []
    })
  }

  async #endRun(
    project: EvalsProject,
    modules: readonly TestModule[],
    reportSignal: AbortSignal,
  ): Promise<void> {
    const { run } = project
    if (!run) return
    const { opened, askedCount, wantedCount, standing } = run
    const report = opened && (await this.#writeReport(project, opened, reportSignal))
    if (askedCount === 0) return
    if (opened) await this.#sumUp(project, opened, { report, told: this.#told(project, modules) })
    // Tests that want no judgment decide something else, or have failed.
    const undecided = run.undecidedModels()
    if (undecided.size === 0 || standing.state !== 'open') return
    process.exitCode = 1
    const isAll = [...undecided.values()].reduce((sum, count) => sum + count, 0) === wantedCount
    const lines = isAll
      ? [`nothing was decided: no metric of ${counted(wantedCount, 'trial')} has a value`]
      : [...undecided].map(
          ([model, count]) =>
            `nothing was decided of ${printable(model)}: no metric of its ${counted(count, 'trial')} has a value`,
        )
    for (const line of lines) complain(this.#vitest, ` ${project.name}  ${line}`)
  }

  async #sumUp(project: EvalsProject, host: OpenedHost, end: RunEnd): Promise<void> {
    const summary = await project.renderSummary(host, end)
    const heading = this.#running.size > 1 ? `\n ${pc.bold(pc.cyan(project.name))}\n` : ''
    if (summary !== undefined) say(this.#vitest, `${heading}${summary}`)
  }

  /** What the project's generated tests told people; an `evalTest` says what its own assertions saw. */
  #told(project: EvalsProject, modules: readonly TestModule[]): ToldTrials {
    if (!tellsFailures(this.#vitest.config)) return new Map()
    const generated = modules.filter(({ moduleId }) => project.evalOf(moduleId))
    return toldByTests(generated.flatMap(({ children }) => [...children.allTests()]))
  }

  /** A report that cannot be written is said; it changes no result. */
  async #writeReport(
    project: EvalsProject,
    host: OpenedHost,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    try {
      return await project.writeReport(host, signal)
    } catch (error) {
      const known = error instanceof VitrialError ? describeError(error, pc) : ` ${errorMessage(error)}`
      complain(this.#vitest, known)
      return undefined
    }
  }
}
