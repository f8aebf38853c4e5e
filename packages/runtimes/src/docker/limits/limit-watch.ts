import { LimitReachedError } from '@vitrial/core/errors'
import type { HitLimit } from '@vitrial/core/limits'
import type { ContainerLimits } from './container-limits.ts'
import type { LimitReport } from '../tunnel/tunnel.ts'

/** A limit of processes is looked at over so many looks, about a second apart. */
const rememberedLooks = 20
/** Processes refused in so many of the remembered looks are no passing thing. */
const persistentLooks = 5
const mebibyte = 1_048_576

/**
 * Decides what the relay's reports mean. Too many files or bytes, or a process ended for want of memory, end the
 * sandbox. A refused process alone does not, since programs often bear that: it is noted, and ends the sandbox only
 * when it goes on, as with a fork bomb.
 */
export class LimitWatch {
  readonly #limits: ContainerLimits
  readonly #hits = new Map<HitLimit['limit'], string>()
  #refusedForks = 0
  #looks: readonly boolean[] = []

  constructor(limits: ContainerLimits) {
    this.#limits = limits
  }

  /** Every limit hit so far. */
  get hits(): readonly HitLimit[] {
    return [...this.#hits].map(([limit, detail]) => ({ limit, detail }))
  }

  /** Takes a report of the relay; returns an error if it ends the sandbox. */
  take(report: LimitReport): LimitReachedError | undefined {
    const { files, bytesMiB } = this.#limits
    if (report.oomKills > 0) return this.memoryRanOut()
    if (report.files > files) return this.#end('files', `It made more than ${files} files and folders.`)
    if (report.bytes > bytesMiB * mebibyte) return this.#end('bytes', `It wrote more than ${bytesMiB} MiB.`)
    return this.#takeRefusals(report.refusedForks)
  }

  memoryRanOut(): LimitReachedError {
    return this.#end('memory', `It used more than ${this.#limits.memoryMiB} MiB of memory.`)
  }

  /** No process can be started in the sandbox any more. */
  processesRanOut(): LimitReachedError {
    return this.#end('processes', `It used up its ${this.#limits.processes} processes and threads.`)
  }

  #takeRefusals(refusedForks: number): LimitReachedError | undefined {
    const isMore = refusedForks > this.#refusedForks
    this.#refusedForks = refusedForks
    this.#looks = [...this.#looks, isMore].slice(-rememberedLooks)
    if (!isMore) return undefined
    if (this.#looks.filter(Boolean).length >= persistentLooks) return this.processesRanOut()
    this.#hits.set('processes', `It was refused a process: ${this.#limits.processes} are allowed.`)
    return undefined
  }

  #end(limit: HitLimit['limit'], detail: string): LimitReachedError {
    this.#hits.set(limit, detail)
    return new LimitReachedError(limit, `The agent broke the limit "${limit}". ${detail}`)
  }
}
