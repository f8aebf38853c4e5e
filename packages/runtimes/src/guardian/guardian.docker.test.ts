import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { EngineAddress } from '@vitrial/core/ports'
import type { RunOwner } from '@vitrial/core/records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxLabels } from '../ownership/labels.ts'
import { engineUnderTest } from '../engine/engine-under-test.fixture.ts'
import { engineAddressOf } from '../engine/engine-address.ts'
import { formatLine } from './guardian-line.ts'
import { listLabelled } from '../engine/labelled-objects.ts'
import { thisOwner } from '../ownership/owner.ts'
import { sweepEngine } from '../leftovers/sweep-engine.ts'

const script = fileURLToPath(new URL('../../dist/guardian/guardian-process.js', import.meta.url))
const engine = await engineUnderTest()
const image = 'vitrial-guardian-test:latest'
const testLabel = { 'vitrial.guardian-test': String(process.pid) }
const dead: RunOwner = { ...thisOwner(), startedAtMs: 10 }

const mine = () => ({ all: true, filters: { label: [`vitrial.guardian-test=${process.pid}`] } })

const labelsOf = (sandboxId: string, owner: RunOwner, createdAtMs = Date.now()) =>
  sandboxLabels({ runId: 'run-1', sandboxId, owner, createdAtMs })

const hold = (id: number, at: EngineAddress, sandboxId: string): string =>
  formatLine({ hold: id, trace: { kind: 'containers', engine: at, label: `vitrial.sandbox=${sandboxId}` } })

describe.skipIf(engine === undefined)('what a dead host left on an engine', () => {
  const api = engine!
  const address = engine && engineAddressOf(engine)

  beforeAll(async () => {
    // Containers that are never started need no program: an empty archive is image enough.
    const stream: NodeJS.ReadableStream = await api.importImage(Readable.from([Buffer.alloc(1024)]), {
      repo: 'vitrial-guardian-test',
      tag: 'latest',
    })
    for await (const _ of stream) void _
  })

  afterAll(async () => {
    await Promise.all((await api.listContainers(mine())).map(({ Id }) => api.getContainer(Id).remove()))
    for (const { Name } of (await api.listVolumes(mine())).Volumes) await api.getVolume(Name).remove()
    for (const { Id } of await api.listNetworks(mine())) await api.getNetwork(Id).remove()
    await api.getImage(image).remove()
  })

  /** A container with a volume and a network, all with these labels. */
  async function leave(labels: Record<string, string>): Promise<void> {
    const Labels = { ...labels, ...testLabel }
    const volume = await api.createVolume({ Labels })
    const { id } = await api.createNetwork({
      Name: `vitrial-${volume.name.slice(0, 12)}`,
      Labels,
      Internal: true,
    })
    const Mounts = [{ Type: 'volume' as const, Source: volume.name, Target: '/workspace' }]
    await api.createContainer({
      Image: image,
      Cmd: ['none'],
      Labels,
      HostConfig: { Mounts, NetworkMode: id },
    })
  }

  async function left(): Promise<readonly (string | undefined)[]> {
    const objects = await listLabelled(address!, `vitrial.guardian-test=${process.pid}`)
    return objects.map(({ kind, labels }) => `${kind} ${labels['vitrial.sandbox'] ?? 'foreign'}`).toSorted()
  }

  it('is removed by the guardian, and nothing else', async () => {
    await leave(labelsOf('held', thisOwner()))
    await leave(labelsOf('released', thisOwner()))
    await leave({})
    const guardian = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit'] })
    guardian.stdin.end(
      `${hold(1, address!, 'held')}${hold(2, address!, 'released')}${formatLine({ release: 2 })}{"hold":3,"tra`,
    )
    const [code] = await once(guardian, 'exit')

    expect(code).toBe(0)
    expect(await left()).toEqual(['foreign', 'released'].flatMap(kinds).toSorted())
  })

  it('is removed by the sweep of a later one, unless someone may still answer for it', async () => {
    await leave(labelsOf('dead', dead))
    await leave(labelsOf('elsewhere', { ...dead, machine: 'elsewhere' }))
    await leave(labelsOf('elsewhere-long-ago', { ...dead, machine: 'elsewhere' }, 0))

    await sweepEngine({ engine: address!, now: Date.now() }, new AbortController().signal)

    expect(await left()).toEqual(['foreign', 'released', 'elsewhere'].flatMap(kinds).toSorted())
  })
})

const kinds = (sandbox: string): readonly string[] =>
  ['containers', 'networks', 'volumes'].map((kind) => `${kind} ${sandbox}`)
