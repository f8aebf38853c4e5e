import { setTimeout as delay } from 'node:timers/promises'
import type { EngineAddress } from '@vitrial/core/ports'
import { listLabelled, removeObjects } from '../engine/labelled-objects.ts'

/** How long an engine may refuse to answer before it counts as gone: the sweep of a later host asks it again. */
const absenceMs = 3_000

/** Removes all that carries a label, until nothing with it appears any more. */
export async function endContainers(
  trace: { readonly engine: EngineAddress; readonly label: string },
  deadlineMs: number,
): Promise<void> {
  const deadline = performance.now() + deadlineMs
  let answeredAt = performance.now()
  // What the host had asked for before it died may still be on its way.
  for (let emptyLooks = 0; emptyLooks < 3 && performance.now() < deadline;) {
    try {
      const objects = await listLabelled(trace.engine, trace.label)
      answeredAt = performance.now()
      emptyLooks = objects.length === 0 ? emptyLooks + 1 : 0
      await removeObjects(trace.engine, objects)
      if (objects.length > 0) continue
    } catch {
      // The engine may be busy or restarting.
      emptyLooks = 0
      if (performance.now() - answeredAt > absenceMs) return
    }
    await delay(250)
  }
}
