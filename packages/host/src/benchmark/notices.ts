import type { Leftover } from '@vitrial/core/ports'
import type { BenchmarkSettings } from '@vitrial/core/settings'
import type { HostParts } from '../parts/host-parts.ts'
import type { LoadedBenchmark } from './loaded-benchmark.ts'
import { parsedModel } from './trial-settings.ts'

/** Something a person must know at every run. */
export interface HostNotice {
  /**
   * `isolation`: what contains the agent. `models`: which models are not real. `judge`: what makes its grades doubtful.
   * `leftovers`: what could not be removed. `provider`: which model its provider does not serve.
   */
  readonly about: 'isolation' | 'models' | 'judge' | 'leftovers' | 'provider'
  /** One line. */
  readonly text: string
}

/** How many leftovers a notice names; it counts the others. */
const namedLeftovers = 3

/**
 * Says what a person must know at every run: what does not isolate the agent and which limits nothing holds, which
 * models are not real, whether a model grades itself, and what an earlier run left.
 */
export function noticesOf(
  benchmark: LoadedBenchmark,
  { runtime, gateway }: Pick<HostParts, 'runtime' | 'gateway'>,
  leftovers: readonly Leftover[],
): readonly HostNotice[] {
  const { settings } = benchmark
  const notices: HostNotice[] = []
  if (!runtime.contained) {
    const asked =
      benchmark.commandArguments.runtime === undefined
        ? 'benchmark.ts: placement.runtime'
        : '--runtime or VITRIAL_RUNTIME'
    notices.push({
      about: 'isolation',
      text: `${runtime.id} runtime: nothing isolates the agent on this machine (${asked})`,
    })
    const unheld = unheldSettings(settings)
    if (unheld.length > 0) {
      const text = `${runtime.id} runtime: it starts no container, so nothing heeds ${unheld.join(', ')}`
      notices.push({ about: 'isolation', text })
    }
  }
  const judge = settings.judge?.model
  const models = [...settings.models, ...(judge === undefined ? [] : [judge])]
  const scripted = models.filter((model) => gateway.isScripted(parsedModel(model)))
  if (scripted.length === models.length) {
    notices.push({ about: 'models', text: 'scripted models: no real model runs' })
  } else if (scripted.length > 0) {
    notices.push({ about: 'models', text: `scripted, not real: ${[...new Set(scripted)].join(', ')}` })
  }
  const own = judge === undefined ? undefined : settings.models.find((model) => isSameModel(model, judge))
  if (own !== undefined) {
    notices.push({ about: 'judge', text: `${own} is graded by itself: judge.model is the candidate's model` })
  }
  if (leftovers.length > 0) notices.push({ about: 'leftovers', text: leftoversText(leftovers) })
  return notices
}

/** The settings of a benchmark's containers that a runtime without containers passes over. */
function unheldSettings({ container }: BenchmarkSettings): readonly string[] {
  const { image, cpus, memoryMiB, files, bytesMiB } = container
  return Object.entries({ image, cpus, memoryMiB, files, bytesMiB }).flatMap(([key, value]) =>
    value === undefined ? [] : `container.${key}`,
  )
}

/** Whether two references name one model, whatever its variant. */
function isSameModel(one: string, other: string): boolean {
  const [a, b] = [parsedModel(one), parsedModel(other)]
  return a.provider === b.provider && a.model === b.model
}

function leftoversText(leftovers: readonly Leftover[]): string {
  const named = leftovers.slice(0, namedLeftovers).map(({ what, why }) => `${what} (${why})`)
  const more = leftovers.length > namedLeftovers ? `, and ${leftovers.length - namedLeftovers} more` : ''
  return `left by an earlier run and not to be removed: ${named.join(', ')}${more}. Remove it by hand`
}
