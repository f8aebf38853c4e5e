import type { Leftover } from '@vitrial/core'
import type { HostParts } from './host-parts.ts'
import type { HostNotice } from './host.ts'
import type { LoadedBenchmark } from './load-benchmark/loaded-benchmark.ts'
import { parsedModel } from './trial/trial-settings.ts'

/** As many are named; the others are counted. */
const namedLeftovers = 3

/** What must be said at every run: what does not isolate the agent, which models are not real, and what was left. */
export function noticesOf(
  { settings }: LoadedBenchmark,
  { runtime, gateway }: Pick<HostParts, 'runtime' | 'gateway'>,
  leftovers: readonly Leftover[],
): readonly HostNotice[] {
  const notices: HostNotice[] = []
  if (!runtime.contained) {
    notices.push({
      about: 'isolation',
      text: `${runtime.id} runtime: nothing isolates the agent on this machine (benchmark.ts: placement.runtime)`,
    })
  }
  const judge = settings.judge?.model
  const models = [...settings.models, ...(judge === undefined ? [] : [judge])]
  const scripted = models.filter((model) => gateway.isScripted(parsedModel(model)))
  if (scripted.length === models.length) {
    notices.push({ about: 'models', text: 'scripted models: no real model runs' })
  } else if (scripted.length > 0) {
    notices.push({ about: 'models', text: `scripted, not real: ${[...new Set(scripted)].join(', ')}` })
  }
  if (leftovers.length > 0) notices.push({ about: 'leftovers', text: leftoversText(leftovers) })
  return notices
}

function leftoversText(leftovers: readonly Leftover[]): string {
  const named = leftovers.slice(0, namedLeftovers).map(({ what, why }) => `${what} (${why})`)
  const more = leftovers.length > namedLeftovers ? `, and ${leftovers.length - namedLeftovers} more` : ''
  return `left by an earlier run and not to be removed: ${named.join(', ')}${more}. Remove it by hand`
}
