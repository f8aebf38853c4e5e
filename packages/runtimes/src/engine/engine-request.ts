import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { EngineAddress } from '@vitrial/core/ports'

const timeoutMs = 15_000

/** What an engine answered. */
export interface EngineAnswer {
  readonly status: number
  /** The parsed body; undefined if it is none. */
  readonly body: unknown
}

/** Asks an engine's API. A client library would cost the guardian its small size and quick start. */
export async function requestEngine(
  engine: EngineAddress,
  method: 'GET' | 'DELETE',
  path: string,
): Promise<EngineAnswer> {
  const tls = 'socketPath' in engine ? undefined : engine.tls
  const target = 'socketPath' in engine ? engine : { host: engine.host, port: engine.port, ...tls }
  const options = {
    ...target,
    method,
    path,
    headers: { host: 'engine' },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  } as const
  return await new Promise((resolve, reject) => {
    const request = (tls ? requestHttps : requestHttp)(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString('utf8')) })
      })
    })
    request.on('error', reject)
    request.end()
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
