import { InfrastructureError } from '@vitrial/core/errors'
import { RegistrySlot } from '../../../registry/registry-slot.ts'
import type { ChannelClient } from './channel-client.ts'

const slot = new RegistrySlot<ChannelClient>('channel')

/** Makes a channel this worker's way to the host. */
export function useChannel(channel: ChannelClient): void {
  slot.value = channel
}

/** This worker's way to the host; undefined in a worker that is not Vitrial's. */
export function workerChannel(): ChannelClient | undefined {
  return slot.value
}

/**
 * This worker's way to the host.
 *
 * @throws {InfrastructureError} `VITRIAL_CHANNEL_CLOSED` in a test that runs where no host can be asked.
 */
export function requireChannel(): ChannelClient {
  const channel = workerChannel()
  if (channel) return channel
  throw new InfrastructureError(
    'VITRIAL_CHANNEL_CLOSED',
    'This test does not run in a worker of vitrial. Add the project with defineEvals() and set no pool for it.',
  )
}
