import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { EngineAddress } from '@vitrial/core/ports'
import type { RunOwner } from '@vitrial/core/records'
import { afterEach, expect, it } from 'vitest'
import { sandboxLabels } from '../ownership/labels.ts'
import { thisOwner } from '../ownership/owner.ts'
import { sweepEngine } from './sweep-engine.ts'

const { signal } = new AbortController()
const dead: RunOwner = { ...thisOwner(), startedAtMs: 10 }
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** An engine that has these containers of a dead host and a volume, and answers to each removal as told. */
async function engineThat(answers: Readonly<Record<string, RequestListener>>): Promise<EngineAddress> {
  const labels = sandboxLabels({ runId: 'run', sandboxId: 'box', owner: dead, createdAtMs: Date.now() })
  const ids = Object.keys(answers).filter((id) => id !== 'volume')
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const json = (value: unknown): unknown => response.end(JSON.stringify(value))
    if (request.method === 'DELETE') answers[path.split('/')[2] ?? '']?.(request, response)
    else if (path === '/containers/json') json(ids.map((Id) => ({ Id, Labels: labels })))
    else if (path === '/volumes') json({ Volumes: [{ Name: 'volume', Labels: labels }] })
    else json([])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 }
}

const answering =
  (status: number, message = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(JSON.stringify({ message }))

it('gives back what an engine refuses to remove and why, and goes on with the rest', async () => {
  const removed: string[] = []
  const engine = await engineThat({
    broken: answering(500, 'driver failed to remove root filesystem'),
    silent: (_, response) => void response.destroy(),
    gone: answering(404),
    taken: answering(409, 'removal of container taken is already in progress'),
    volume: (request, response) => {
      removed.push(request.url ?? '')
      response.writeHead(204).end()
    },
  })

  const leftovers = await sweepEngine({ engine, now: Date.now() }, signal)

  expect(leftovers).toEqual([
    { what: 'container broken', why: 'the engine answered 500: driver failed to remove root filesystem' },
    { what: 'container silent', why: expect.stringContaining('socket hang up') },
  ])
  expect(removed).toEqual(['/volumes/volume?force=1'])
})

it('says that the engine did not tell what there is', async () => {
  const engine = await engineThat({})
  server?.close()
  await once(server!, 'close')
  await expect(sweepEngine({ engine, now: Date.now() }, signal)).rejects.toMatchObject({
    code: 'VITRIAL_INFRA_ENGINE',
    message: expect.stringContaining('what earlier hosts left there'),
  })
})
