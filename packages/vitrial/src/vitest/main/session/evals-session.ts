import type { Vitest } from 'vitest/node'
import { RegistrySlot } from '../../../registry/registry-slot.ts'
import { leaveWithReader } from '../ending/leave-with-reader.ts'
import { takeOverSignals } from '../ending/take-over-signals.ts'
import { cancelOnce } from '../ending/cancel-once.ts'
import type { EvalsProject } from './evals-project.ts'

const slot = new RegistrySlot<WeakMap<Vitest, EvalsSession>>('sessions')

function sessions(): WeakMap<Vitest, EvalsSession> {
  return slot.valueOr(() => new WeakMap())
}

/** All projects of evals in one Vitest, with the one answer to signals they share. */
export class EvalsSession {
  readonly #vitest: Vitest
  readonly #projects: EvalsProject[] = []
  readonly #signals: Disposable
  readonly #reader: AsyncDisposable
  readonly #cancelOnce: Disposable
  readonly #onCancel = (): void => this.cancel('the run was cancelled')

  /** The session of a Vitest; undefined before it is opened, and after Vitest has closed. */
  static find(vitest: Vitest): EvalsSession | undefined {
    return sessions().get(vitest)
  }

  /** Opens the session of a Vitest. */
  static open(vitest: Vitest): EvalsSession {
    const session = new EvalsSession(vitest)
    sessions().set(vitest, session)
    return session
  }

  private constructor(vitest: Vitest) {
    this.#vitest = vitest
    this.#signals = takeOverSignals(vitest, (reason) => this.cancel(reason))
    this.#reader = leaveWithReader(vitest, (reason) => this.cancel(reason))
    this.#cancelOnce = cancelOnce(vitest)
    vitest.onClose(() => this.#close())
  }

  /** In the order of the config: they open at the same time, and any may be the first to be ready. */
  get projects(): readonly EvalsProject[] {
    const names = this.#vitest.projects.map(({ name }) => name)
    return this.#projects.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  }

  add(project: EvalsProject): void {
    this.#projects.push(project)
  }

  /** Lets a bail or a key press cancel the hosts. Vitest forgets its listeners as each run begins. */
  listenForCancel(): void {
    this.#vitest.onCancel(this.#onCancel)
  }

  cancel(reason: string): void {
    for (const project of this.#projects) project.cancel(reason)
  }

  async #close(): Promise<void> {
    sessions().delete(this.#vitest)
    try {
      // Emptied, because Vitest calls this again at every later close.
      await Promise.all(this.#projects.splice(0).map((project) => project[Symbol.asyncDispose]()))
    } finally {
      this.#cancelOnce[Symbol.dispose]()
      this.#signals[Symbol.dispose]()
      await this.#reader[Symbol.asyncDispose]()
    }
  }
}
