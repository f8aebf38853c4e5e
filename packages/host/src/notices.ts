import type { HostParts } from './host-parts.ts'
import type { HostNotice } from './host.ts'
import type { LoadedBenchmark } from './load-benchmark/loaded-benchmark.ts'
import { parsedModel } from './trial/trial-settings.ts'

/** What must be said at every run: what does not isolate the agent, and which models are not real. */
export function noticesOf(
  { settings }: LoadedBenchmark,
  { runtime, gateway }: HostParts,
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
  return notices
}
