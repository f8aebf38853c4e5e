import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { InfrastructureError } from '@vitrial/core/errors'
import type { ByteStream } from '@vitrial/core/ports'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { startLocalRelay, type LocalRelay } from './local-relay.fixture.ts'
import { Tunnel, type LimitReport } from './tunnel.ts'

const signal = AbortSignal.timeout(60_000)
const megabyte = Buffer.alloc(1_000_000, 'abcdefg')

interface Opened extends LocalRelay {
  readonly tunnel: Tunnel
  readonly reports: LimitReport[]
  readonly ended: Promise<string>
}

const ignore = (): void => {}

const opened: Opened[] = []

afterEach(async () => {
  for (const each of opened.splice(0)) {
    each.tunnel[Symbol.dispose]()
    await each[Symbol.asyncDispose]()
  }
})

async function open(
  settings: Parameters<typeof startLocalRelay>[0] = {},
  heartbeatMs = 100,
): Promise<Opened> {
  const relay = startLocalRelay(settings)
  const reports: LimitReport[] = []
  let onEnd: (reason: string) => void = ignore
  const ended = new Promise<string>((resolve) => (onEnd = resolve))
  const tunnel = new Tunnel({
    pipe: relay.pipe,
    heartbeatMs,
    onReport: (report) => reports.push(report),
    onEnd,
  })
  const all = { ...relay, tunnel, reports, ended }
  opened.push(all)
  await tunnel.ready()
  return all
}

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.')
  return address.port
}

function connect(port: number): Socket {
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

const echoPort = (): Promise<number> => listen((socket) => void socket.pipe(socket))

async function readAll(stream: ByteStream | Socket): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function answerWithStart(connection: ByteStream): Promise<void> {
  connection.write((await readAll(connection)).subarray(0, 3))
  connection.end()
}

async function echoes(tunnel: Tunnel, port: number, content: Buffer): Promise<boolean> {
  const stream = await tunnel.dial(port, AbortSignal.timeout(60_000))
  stream.write(content)
  stream.end()
  return (await readAll(stream)).equals(content)
}

describe('a tunnel', () => {
  it('carries many connections at once, each whole and in order', async () => {
    const { tunnel } = await open()
    const port = await echoPort()
    const sizes = Array.from({ length: 20 }, (_, index) => index * 50_000)
    const all = await Promise.all(sizes.map((size) => echoes(tunnel, port, megabyte.subarray(0, size))))
    expect(all).not.toContain(false)
  })

  it('hands connections from inside to the host, half open as they are', async () => {
    const { tunnel } = await open()
    await using served = await tunnel.serve(0, (connection) => {
      void answerWithStart(connection)
    })
    const socket = connect(served.port)
    socket.end('abcdef')
    expect((await readAll(socket)).toString()).toBe('abc')
  })

  it('names a port that cannot be opened', async () => {
    const { tunnel } = await open()
    const taken = await echoPort()
    await expect(tunnel.serve(taken, ignore)).rejects.toThrow(InfrastructureError)
  })

  it('lives through 2,000 connections at once and forgets them', async () => {
    const { tunnel } = await open()
    const port = await echoPort()
    const held: ByteStream[] = []
    let refused = 0
    await using served = await tunnel.serve(0, (connection) => held.push(connection))
    const sockets = Array.from({ length: 2_000 }, () => {
      const socket = connect(served.port)
      socket.write('garbage'.repeat(50))
      socket.resume().once('end', () => socket.end())
      socket.once('close', () => (refused += 1))
      return socket
    })
    await expect.poll(() => held.length + refused).toBe(2_000)
    expect(await echoes(tunnel, port, Buffer.from('still here'))).toBe(true)
    expect(held.length).toBeGreaterThan(500)
    expect(held.length).toBeLessThanOrEqual(1_024)
    for (const socket of sockets) socket.resetAndDestroy()
    let isAnswered = false
    await using other = await tunnel.serve(0, () => (isAnswered = true))
    await expect
      .poll(
        () => {
          connect(other.port)
          return isAnswered
        },
        { timeout: 5_000 },
      )
      .toBe(true)
  })

  it('lets nobody wait for readers that have stalled, in either direction', async () => {
    const { tunnel } = await open()
    const port = await echoPort()
    const stalledPort = await listen((socket) => {
      socket.pause()
      socket.write(megabyte)
    })
    const stalled = await Promise.all(
      Array.from({ length: 30 }, () => tunnel.dial(stalledPort, AbortSignal.timeout(60_000))),
    )
    for (const stream of stalled) stream.write(megabyte)
    expect(await echoes(tunnel, port, megabyte)).toBe(true)
  })

  it('resets the other side of a connection that is cut, from either side', async () => {
    const { tunnel } = await open()
    let onSocket: (socket: Socket) => void = ignore
    const port = await listen((socket) => onSocket(socket))
    const accepted = (): Promise<Socket> => new Promise((resolve) => (onSocket = resolve))

    const first = accepted()
    const cutOutside = await tunnel.dial(port, signal)
    const inside = (await first).resume()
    const closedInside = new Promise<void>((resolve) => void inside.once('close', () => resolve()))
    cutOutside.destroy()
    await closedInside

    const second = accepted()
    const cutInside = await tunnel.dial(port, signal)
    const closedOutside = new Promise<void>((resolve) => void cutInside.once('close', resolve))
    ;(await second).resetAndDestroy()
    await closedOutside
  })

  it('closes every connection when it ends, and says why to whoever waits', async () => {
    const { tunnel, process: relay, ended } = await open()
    const connection = await tunnel.dial(await listen(ignore), signal)
    const closed = new Promise<void>((resolve) => void connection.once('close', resolve))
    relay.kill('SIGKILL')
    await closed
    // A heartbeat may find the pipe closed before its end is read.
    expect(await ended).toMatch(/The container ended|The connection to the engine broke/)
    const dialling = tunnel.dial(1, signal)
    await expect(dialling).rejects.toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_LOST' })
    await expect(tunnel.serve(0, ignore)).rejects.toMatchObject({
      code: 'VITRIAL_INFRA_SANDBOX_LOST',
    })
  })

  it('ends when the other side falls silent', async () => {
    const { process: relay, ended } = await open({}, 20)
    relay.kill('SIGSTOP')
    expect(await ended).toContain('silent')
  })

  it('takes no sign of life that was given before it was asked for', async () => {
    const { tunnel, process: relay } = await open({}, 60_000)
    await Promise.all([tunnel.alive(signal), tunnel.alive(signal)])
    relay.kill('SIGKILL')
    await expect(tunnel.alive(signal)).rejects.toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_LOST' })
    await expect(tunnel.alive(signal)).rejects.toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_LOST' })
  })

  it('waits for no sign of life from one that has stopped', async () => {
    const { tunnel, process: relay } = await open()
    relay.kill('SIGSTOP')
    await expect(tunnel.alive(signal)).rejects.toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_LOST' })
  })

  it('ends for output that is no frame', async () => {
    const pipe = new Duplex({ read: ignore, write: (_chunk, _encoding, done) => done() })
    const ended = new Promise<string>((resolve) => {
      const tunnel = new Tunnel({ pipe, onReport: ignore, onEnd: resolve })
      onTestFinished(() => tunnel[Symbol.dispose]())
    })
    pipe.push(Buffer.from([1, 0, 0, 0, 0, 0, 0, 9, 99, 0, 0, 0, 0, 0, 0, 0, 0]))
    expect(await ended).toContain('broke')
  })
})

describe('the relay', () => {
  it('ends when the host is silent', async () => {
    const relay = startLocalRelay({ silenceMs: 300 })
    onTestFinished(() => relay[Symbol.asyncDispose]())
    expect(await once(relay.process, 'exit')).toEqual([3, null])
  })

  it('ends when the host closes the pipe', async () => {
    const { process: relay } = await open()
    relay.stdin?.end()
    expect(await once(relay, 'exit')).toEqual([3, null])
  })

  it('counts files and bytes below its root, whatever their names, and follows no link', async () => {
    const root = await mkdtemp(join(tmpdir(), 'relay-test-'))
    onTestFinished(() => rm(root, { recursive: true }))
    await mkdir(join(root, 'a/b'), { recursive: true })
    await writeFile(join(root, 'a/b/one'), Buffer.alloc(1000))
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), Buffer.alloc(500))
    const { tunnel } = await open({ root })
    expect(await tunnel.look(signal)).toMatchObject({ files: 4, bytes: 1500, unread: 0 })
  })

  it('stops counting beyond a limit, and reports by itself', async () => {
    const root = await mkdtemp(join(tmpdir(), 'relay-test-'))
    onTestFinished(() => rm(root, { recursive: true }))
    for (let index = 0; index < 50; index += 1) await writeFile(join(root, String(index)), 'x')
    const { reports } = await open({ root, limits: { files: 10, bytes: 1e9 } })
    await expect.poll(() => reports[0]?.files).toBe(11)
  })
})
