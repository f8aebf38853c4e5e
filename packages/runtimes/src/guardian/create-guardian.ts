import { tmpdir } from 'node:os'
import type { Guardian, Leftover, Trace } from '@vitrial/core/ports'
import { formatLine } from './guardian-line.ts'
import { startGuardianProcess, type GuardianProcess } from './start-guardian-process.ts'
import { sweepFolders } from '../leftovers/sweep-folders.ts'

/** How often a guardian that died is replaced at once; where none can live, only a new hold tries again. */
const mostReplacements = 5

/** What a guardian is made with. */
export interface GuardianOptions {
  /** Where sandboxes make their folders. @default the system's folder for temporary files */
  readonly temporaryRoot?: string
}

/**
 * Creates the guardian of one invocation: a small process that outlives this one. It starts with the first hold, so
 * an invocation that runs nothing has none.
 */
export function createGuardian(options: GuardianOptions = {}): Guardian {
  return new ProcessGuardian(options)
}

class ProcessGuardian implements Guardian {
  readonly #temporaryRoot: string
  readonly #held = new Map<number, Trace>()
  #process: GuardianProcess | undefined
  #count = 0
  #replacements = 0

  constructor({ temporaryRoot = tmpdir() }: GuardianOptions) {
    this.#temporaryRoot = temporaryRoot
  }

  hold(trace: Trace): Disposable {
    this.#count += 1
    const id = this.#count
    const process = this.#running()
    this.#held.set(id, trace)
    // One that has just died does not get it; what replaces it is told everything.
    process.write(formatLine({ hold: id, trace }))
    return {
      [Symbol.dispose]: () => {
        if (this.#held.delete(id)) this.#process?.write(formatLine({ release: id }))
      },
    }
  }

  async sweep(signal: AbortSignal): Promise<readonly Leftover[]> {
    return await sweepFolders({ temporaryRoot: this.#temporaryRoot, now: Date.now() }, signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    let closed: GuardianProcess | undefined
    // One that died while it was closed has been replaced, for what it had not ended.
    while (this.#process !== closed) {
      closed = this.#process
      await closed?.[Symbol.asyncDispose]()
    }
  }

  /** The process; one that is gone is replaced and told everything. */
  #running(): GuardianProcess {
    if (this.#process !== undefined && !this.#process.hasEnded) return this.#process
    const process = startGuardianProcess(() => this.#replace())
    for (const [hold, trace] of this.#held) process.write(formatLine({ hold, trace }))
    this.#process = process
    return process
  }

  /** Nothing held stays unguarded until the next hold. */
  #replace(): void {
    if (this.#held.size === 0 || this.#replacements === mostReplacements) return
    this.#replacements += 1
    try {
      this.#running()
    } catch {
      // The next hold tries again, and says why it cannot be.
    }
  }
}
