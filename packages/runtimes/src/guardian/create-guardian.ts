import { tmpdir } from 'node:os'
import type { Guardian, Leftover, Trace } from '@vitrial/core'
import { formatLine } from './guardian-line.ts'
import { startGuardianProcess, type GuardianProcess } from './start-guardian-process.ts'
import { sweepFolders } from './sweep-folders.ts'

export interface GuardianOptions {
  /** Where sandboxes make their folders. @default the system's folder for temporary files */
  readonly temporaryRoot?: string
}

/**
 * The guardian of one invocation: a small process that outlives this one. It starts with the first hold, so
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

  constructor({ temporaryRoot = tmpdir() }: GuardianOptions) {
    this.#temporaryRoot = temporaryRoot
  }

  hold(trace: Trace): Disposable {
    this.#count += 1
    const id = this.#count
    this.#tell({ hold: id, trace })
    this.#held.set(id, trace)
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
    await this.#process?.[Symbol.asyncDispose]()
  }

  /** Tells the process; one that is gone is replaced and told everything. */
  #tell(line: { readonly hold: number; readonly trace: Trace }): void {
    if (this.#process === undefined || this.#process.hasEnded) {
      this.#process = startGuardianProcess()
      for (const [hold, trace] of this.#held) this.#process.write(formatLine({ hold, trace }))
    }
    this.#process.write(formatLine(line))
  }
}
