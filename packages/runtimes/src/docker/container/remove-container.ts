import { setTimeout as delay } from 'node:timers/promises'
import { InfrastructureError } from '@vitrial/core/errors'
import { engineCall } from '../../engine/engine-call.ts'
import { engineStatus } from '../../engine/engine-status.ts'
import type { EngineContainer } from '../../engine/engine.ts'

const removeMs = 60_000
const attempts = 4

/**
 * Removes a container, running or not, with its volume. False if there is no such container: it was never made, or
 * somebody else removed it, perhaps without its volume.
 *
 * @throws {InfrastructureError} `VITRIAL_INFRA_SANDBOX_END` if the engine does not do it
 */
export async function removeContainer(container: EngineContainer, name: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await engineCall(`to remove sandbox ${name}`, { deadlineMs: removeMs }, (abortSignal) =>
        container.remove({ force: true, v: true, abortSignal }),
      )
      return true
    } catch (cause) {
      if (engineStatus(cause) === 404) return false
      // A status means that the engine is there and busy with it: 409 while another removal goes on.
      if (attempt < attempts && engineStatus(cause) !== undefined) {
        await delay(attempt * 250)
        continue
      }
      throw new InfrastructureError(
        'VITRIAL_INFRA_SANDBOX_END',
        `Container ${name} could not be removed. The next run removes it, or do it by hand: docker rm -fv ${name}`,
        { cause },
      )
    }
  }
}
