import { archiveEntries } from '../archive/archive-entries.ts'
import { volumeRoot } from '../inside/sandbox-layout.ts'
import type { ContainerLimits } from './container-limits.ts'
import type { LimitReport } from '../tunnel/tunnel.ts'
import type { EngineContainer } from '../../engine/engine.ts'

const shortestPauseMs = 5_000
const mebibyte = 1_048_576

/**
 * Measures a volume through the engine, which may look everywhere: what the relay could not read is counted
 * too, so that nothing can be hidden from the quota by taking permissions away. It costs as much as reading all of it
 * up to the quota, so it is done seldom: at most a tenth of the time.
 */
export class VolumeMeter {
  readonly #container: EngineContainer
  readonly #limits: ContainerLimits
  #isMeasuring = false
  #notBefore = 0

  constructor(container: EngineContainer, limits: ContainerLimits) {
    this.#container = container
    this.#limits = limits
  }

  /** The report with the whole of the volume in it; undefined if it is too early for that. */
  async measure(report: LimitReport): Promise<LimitReport | undefined> {
    if (this.#isMeasuring || performance.now() < this.#notBefore) return undefined
    this.#isMeasuring = true
    const before = performance.now()
    try {
      return { ...report, ...(await this.#count()) }
    } finally {
      const tookMs = performance.now() - before
      this.#isMeasuring = false
      this.#notBefore = performance.now() + Math.max(shortestPauseMs, 10 * tookMs)
    }
  }

  async #count(): Promise<Pick<LimitReport, 'files' | 'bytes'>> {
    let files = 0
    let bytes = 0
    const signal = AbortSignal.timeout(300_000)
    for await (const { sizeBytes } of archiveEntries(this.#container, volumeRoot, signal)) {
      files += 1
      bytes += sizeBytes
      if (files > this.#limits.files || bytes > this.#limits.bytesMiB * mebibyte) break
    }
    return { files, bytes }
  }
}
