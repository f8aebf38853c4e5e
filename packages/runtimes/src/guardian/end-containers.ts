import { setTimeout as delay } from 'node:timers/promises'
import type { EngineAddress } from '@vitrial/core'
import { listLabelled, removeObjects } from './labelled-objects.ts'

/** Removes all that carries a label, until nothing with it appears any more. */
export async function endContainers(
  trace: { readonly engine: EngineAddress; readonly label: string },
  deadlineMs: number,
): Promise<void> {
  const deadline = performance.now() + deadlineMs
  // What the host had asked for before it died may still be on its way.
  for (let emptyLooks = 0; emptyLooks < 3 && performance.now() < deadline;) {
    try {
      const objects = await listLabelled(trace.engine, trace.label)
      emptyLooks = objects.length === 0 ? emptyLooks + 1 : 0
      await removeObjects(trace.engine, objects)
      if (objects.length > 0) continue
    } catch {
      // The engine may be busy or restarting; it is asked again until the deadline.
      emptyLooks = 0
    }
    await delay(250)
  }
}
