import type { EngineAddress } from '@vitrial/core/ports'
import { z } from 'zod'
import type { EngineApi } from './engine.ts'

const pem = z.union([
  z.string(),
  z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString()),
])

/** Where a client was told to look; dockerode's types leave it out. */
const modemSchema = z.object({
  socketPath: z.string().optional(),
  protocol: z.string().optional(),
  host: z.string().default('localhost'),
  port: z.coerce.number().default(2375),
  ca: pem.optional(),
  cert: pem.optional(),
  key: pem.optional(),
})

/** Where a client's engine is, for whoever has to reach it without the client. */
export function engineAddressOf(api: EngineApi): EngineAddress {
  const { socketPath, protocol, host, port, ca, cert, key } = modemSchema.parse(api.modem)
  if (socketPath !== undefined) return { socketPath }
  const address = { host: host.replace(/^\w+:\/\//, ''), port }
  if (protocol !== 'https') return address
  return {
    ...address,
    tls: {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
    },
  }
}

/** An address as `DOCKER_HOST` would name it. */
export function addressText(address: EngineAddress): string {
  return 'socketPath' in address ? `unix://${address.socketPath}` : `tcp://${address.host}:${address.port}`
}
