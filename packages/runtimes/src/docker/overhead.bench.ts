import { systemClock } from '@vitrial/core/ports'
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { pack } from 'tar-stream'
import type { EngineApi } from '../engine/engine.ts'
import { findEngine } from '../engine/find-engine.ts'
import { candidateImage } from '../image/candidate-image.ts'
import { thisOwner } from '../ownership/owner.ts'
import { candidateUser, sandboxDirectories, volumeRoot } from './inside/sandbox-layout.ts'
import { containerPlan } from './container/container-plan.ts'
import { defaultLimits } from './limits/container-limits.ts'
import { createDockerRuntime } from './docker-runtime.ts'
import { Tunnel } from './tunnel/tunnel.ts'

const rounds = 6
const atOnce = 8
const text = 'hello\n'
const never = new AbortController().signal

/**
 * Measures a trial's engine work through the runtime against the same sequence of engine calls by hand through dockerode:
 * create, attach, upload, start, wait for the relay, one program, download, kill, remove. Same main process,
 * same readiness, in turn, in one run. Wanted: at most 1.15 times, alone and with 8 in parallel.
 */
export async function overheadBenchmark(): Promise<void> {
  const { api } = await findEngine({ signal: AbortSignal.timeout(60_000), environment: process.env })
  await using runtime = createDockerRuntime({
    id: 'docker',
    owner: thisOwner(),
    clock: systemClock,
    startsAtOnce: atOnce,
  })
  await runtime.prepare?.(never)

  const throughRuntime = async (): Promise<void> => {
    await using sandbox = await runtime.acquire({ runId: 'bench', limits: {} }, never)
    const { workspace } = sandbox.directories
    const content = Buffer.from(text)
    await sandbox.upload(workspace, entriesOf({ type: 'file', path: 'a.txt', mode: 0o644, content }), never)
    const program = await sandbox.exec({ argv: ['cat', 'a.txt'], cwd: workspace }, never)
    await Promise.all([drain(program.stdout), drain(program.stderr), program.exit])
    await sandbox.freeze(never)
    for await (const entry of sandbox.download(workspace, never)) void entry
  }
  const byHand = (): Promise<void> => sequenceByHand(api)

  for (const [name, count] of [
    ['alone', 1],
    [`${atOnce} in parallel`, atOnce],
  ] as const) {
    const ratios: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const [hand, ours] = [await timed(byHand, count), await timed(throughRuntime, count)]
      // The first round warms up.
      if (round > 0) ratios.push(ours / hand)
      if (round > 0) print(`  ${name}: by hand ${hand.toFixed(0)} ms, runtime ${ours.toFixed(0)} ms`)
    }
    print(`  ${name}: median ratio ${median(ratios).toFixed(2)} (wanted: <= 1.15)`)
  }
}

async function sequenceByHand(api: EngineApi): Promise<void> {
  const identity = {
    runId: 'by-hand',
    sandboxId: `vitrial-by-hand-${Math.random().toString(36).slice(2)}`,
    owner: thisOwner(),
    createdAtMs: Date.now(),
  }
  const plan = containerPlan({ image: candidateImage().name, identity, limits: defaultLimits })
  const container = await api.createContainer({ ...plan.create, HostConfig: plan.host })
  try {
    const pipe = await container.attach({
      stream: true,
      stdin: true,
      stdout: true,
      stderr: true,
      hijack: true,
    })
    if (!(pipe instanceof Duplex)) throw new TypeError('A hijacked connection is a socket.')
    await container.putArchive(directories(), { path: volumeRoot })
    await container.start()
    const tunnel = new Tunnel({ pipe, onReport: () => undefined, onEnd: () => undefined })
    await tunnel.ready()
    await container.putArchive(file(), { path: sandboxDirectories.workspace })
    const exec = await container.exec({
      Cmd: ['cat', 'a.txt'],
      User: `${candidateUser.uid}:${candidateUser.gid}`,
      WorkingDir: sandboxDirectories.workspace,
      AttachStdout: true,
      AttachStderr: true,
    })
    const output = await exec.start({ hijack: true, stdin: false })
    output.resume()
    await once(output, 'end')
    await exec.inspect()
    await container.kill()
    await container.wait()
    await drain(await container.getArchive({ path: sandboxDirectories.workspace }))
  } finally {
    await container.remove({ force: true, v: true })
  }
}

function directories(): NodeJS.ReadableStream {
  const archive = pack()
  for (const path of Object.values(sandboxDirectories)) {
    archive.entry({
      name: path.slice(volumeRoot.length + 1),
      type: 'directory',
      mode: 0o755,
      ...candidateUser,
    })
  }
  archive.finalize()
  return archive
}

function file(): NodeJS.ReadableStream {
  const archive = pack()
  archive.entry({ name: 'a.txt', mode: 0o644, ...candidateUser }, text)
  archive.finalize()
  return archive
}

async function* entriesOf<T>(...entries: readonly T[]): AsyncGenerator<T> {
  yield* entries
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of stream) void chunk
}

async function timed(work: () => Promise<void>, count: number): Promise<number> {
  const begun = performance.now()
  await Promise.all(Array.from({ length: count }, work))
  return performance.now() - begun
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
