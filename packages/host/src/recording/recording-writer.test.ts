import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { InfrastructureError, StoreError } from '@vitrial/core/errors'
import { noUsage, type ModelExchange, type NewEvent } from '@vitrial/core/recording'
import { createRedactor } from '@vitrial/core/redaction'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readManifest } from './recording-reader.ts'
import { readUnsealed } from './read-unsealed.ts'
import { openRecording, type RecordingWriter } from './recording-writer.ts'
import type { RecordedResult } from './seal-recording.ts'

const hash = 'a'.repeat(64)
const result: RecordedResult = {
  state: 'completed',
  endedAtMs: 3_000,
  response: 'done',
  usage: noUsage,
  initial: hash,
  final: hash,
}
let directory: string
let nowMs: number

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'recording-test-')), 'recordings', 'run-1')
  nowMs = 1_000
})

afterEach(() => rm(join(directory, '../..'), { recursive: true }))

function open(): Promise<RecordingWriter> {
  return openRecording({
    directory,
    evalRunId: 'run-1',
    clock: { now: () => nowMs },
    startedAtMs: 1_000,
    redactor: createRedactor([]),
  })
}

function output(text: string): NewEvent {
  return { session: '', source: 'harness', kind: 'process_output', body: { stream: 'stdout', text } }
}

function toolCall(id: string, status: 'running' | 'completed' | 'error'): NewEvent {
  const body = { id, messageId: 'm', name: 'bash', status, input: { command: 'ls' } }
  return { session: 's', source: 'harness', kind: 'tool_call', body }
}

const exchange: ModelExchange = {
  callId: 'c1',
  stage: 'candidate',
  startedAtMs: 1_000,
  durationMs: 5,
  request: { method: 'POST', path: '/v1/chat/completions', headers: {}, body: { model: 'x' } },
  response: { status: 200, text: 'data: [DONE]' },
  fate: { is: 'served' },
}

describe('a recording', () => {
  it('gives events their place and a time that never goes back', async () => {
    await using recording = await open()
    recording.emit({
      session: '',
      source: 'host',
      kind: 'run_started',
      body: { runtime: 'process', contained: false, workspace: '/w' },
    })
    nowMs = 1_250
    recording.emit(output('a'))
    nowMs = 900
    recording.emit(output('b'))
    const events = await recording.events()
    expect(events.map(({ seq, atMs, kind }) => [seq, atMs, kind])).toEqual([
      [1, 0, 'run_started'],
      [2, 250, 'process_output'],
      [3, 250, 'process_output'],
    ])
    expect(recording.checkpoint).toBe(3)
  })

  it('writes events on its own, though nobody flushes it', async () => {
    await using recording = await open()
    recording.emit(output('soon'))
    await expect.poll(() => readFile(join(directory, 'events.jsonl'), 'utf8')).toContain('soon')
  })

  it('writes a model call at once, and what came before it: that was paid for', async () => {
    // What else is written waits for others of its kind, by a timer that now never fires.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      await using recording = await open()
      recording.emit(output('before'))
      for (const callId of ['c1', 'c2', 'c3']) recording.exchange({ ...exchange, callId })
      // Not with expect.poll, which moves that timer on.
      for (let times = 0; times < 500; times += 1) {
        const { events, exchanges } = await readUnsealed(directory)
        if (events.length === 4 && exchanges.length === 3) break
        await delay(10)
      }
      expect(await readUnsealed(directory)).toMatchObject({
        events: [{}, {}, {}, {}],
        exchanges: [{}, {}, {}],
      })
      expect(recording.failure.aborted).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps a model call whole in the traffic and in short as an event', async () => {
    await using recording = await open()
    recording.exchange(exchange)
    await recording.flush()
    const { events, exchanges } = await readUnsealed(directory)
    expect(exchanges).toEqual([exchange])
    expect(events).toMatchObject([
      {
        source: 'gateway',
        kind: 'model_call',
        body: { callId: 'c1', status: 200, durationMs: 5, fate: { is: 'served' } },
      },
    ])
  })

  it.each([
    { kind: 'events', more: (recording: RecordingWriter) => recording.emit(output('x'.repeat(400))) },
    {
      kind: 'traffic',
      more: (recording: RecordingWriter) =>
        recording.exchange({ ...exchange, response: { status: 200, text: 'x'.repeat(400) } }),
    },
    {
      kind: 'attachments',
      more: (recording: RecordingWriter) => recording.attach('a', Buffer.alloc(400)),
    },
  ])('takes no more $kind than its limit, keeps what it has and what the host says', async (given) => {
    const { kind, more } = given
    const limits = { events: 10_000, traffic: 10_000, attachments: 10_000, [kind]: 1_000 }
    const recording = await openRecording({
      directory,
      evalRunId: 'run-1',
      clock: { now: () => nowMs },
      startedAtMs: 1_000,
      redactor: createRedactor([]),
      limits,
    })
    more(recording)
    expect(recording.limitReached.aborted).toBe(false)
    for (let times = 0; times < 100; times += 1) more(recording)
    expect(recording.limitReached.reason).toMatchObject({
      limit: 'output',
      message: expect.stringContaining(kind),
    })
    recording.emit(output('after'))
    recording.emit({ session: '', source: 'host', kind: 'run_ended', body: { state: 'agent_failed' } })
    const { files } = await recording.seal({ ...result, state: 'agent_failed' })
    const whole = await promisify(gunzip)(await readFile(join(directory, 'events.jsonl.gz')))
    expect(whole.toString()).toMatch(/"run_ended".*\n$/)
    expect(whole.toString()).not.toContain('after')
    expect(whole.length).toBeLessThan(2_000)
    expect(files.map(({ path }) => path)).toContain(
      { events: 'events.jsonl.gz', traffic: 'traffic.jsonl.gz', attachments: 'native/a' }[kind],
    )
  })

  it('refuses an event that could not be read again', async () => {
    await using recording = await open()
    const broken: NewEvent = {
      session: '',
      source: 'gateway',
      kind: 'model_call',
      body: { callId: 'c', status: 200, durationMs: Number.NaN, fate: { is: 'served' } },
    }
    expect(() => recording.emit(broken)).toThrow(InfrastructureError)
    recording.emit(output('after'))
    expect((await recording.events()).map(({ seq }) => seq)).toEqual([1])
  })

  it('seals into read-only files, each with its hash in the manifest, and removes the raw ones', async () => {
    const recording = await open()
    for (let index = 0; index < 2_000; index += 1) recording.emit(output(`${index} ${'x'.repeat(300)}`))
    recording.exchange(exchange)
    recording.attach('transcript.json', Buffer.from('{}'))
    const manifest = await recording.seal(result)

    expect(manifest).toMatchObject({ events: 2_001, exchanges: 1, state: 'completed', response: 'done' })
    const names = [
      'events.index.json',
      'events.jsonl.gz',
      'native/transcript.json',
      'traffic.index.json',
      'traffic.jsonl.gz',
    ]
    expect(manifest.files.map(({ path }) => path)).toEqual(names)
    expect((await readdir(directory)).toSorted()).toEqual(
      ['manifest.json', 'native', ...names.filter((name) => !name.includes('/'))].toSorted(),
    )
    for (const name of [...names, 'manifest.json']) {
      expect((await stat(join(directory, name))).mode & 0o777).toBe(0o444)
    }
    const whole = await promisify(gunzip)(await readFile(join(directory, 'events.jsonl.gz')))
    expect(whole.toString().trimEnd().split('\n')).toHaveLength(2_001)
    const index: unknown = JSON.parse(await readFile(join(directory, 'events.index.json'), 'utf8'))
    expect(index).toMatchObject({ chunks: [{ first: 1, offset: 0 }, {}, {}, {}] })
  })

  it('never changes once it is sealed', async () => {
    const recording = await open()
    recording.emit(output('a'))
    await recording.seal(result)
    for (const attempt of [
      () => recording.emit(output('b')),
      () => recording.exchange(exchange),
      () => recording.attach('x', Buffer.from('x')),
    ]) {
      expect(attempt).toThrow(StoreError)
    }
    await expect(recording.seal(result)).rejects.toThrow(StoreError)
    await expect(recording.flush()).rejects.toThrow(StoreError)
    await expect(open()).rejects.toThrow(InfrastructureError)
  })

  it('measures what the run used and did', async () => {
    const recording = await open()
    recording.emit(toolCall('1', 'running'))
    recording.emit(toolCall('1', 'completed'))
    recording.emit(toolCall('2', 'error'))
    const usage = { ...noUsage, calls: 3, inputTokens: 100, outputTokens: 7, costUsd: null }
    const { measurements } = await recording.seal({ ...result, usage })
    const values = Object.fromEntries(measurements.map(({ id, value }) => [id, value]))
    expect(values).toMatchObject({
      duration_ms: 2_000,
      model_calls: 3,
      input_tokens: 100,
      output_tokens: 7,
      tool_calls: 2,
      tool_errors: 1,
      tool_error_rate: 0.5,
    })
    expect(values).not.toHaveProperty('cost_usd')
  })

  it('keeps attachments in their folder, apart, and the last of each name', async () => {
    const recording = await open()
    for (const name of ['../../escaped', '..', '', '.hidden', 'a/b', 'a_b', 'plain.json']) {
      recording.attach(name, Buffer.from(`first ${name}`))
      recording.attach(name, Buffer.from(name))
    }
    await recording.seal(result)
    const names = await readdir(join(directory, 'native'))
    expect(names).toHaveLength(7)
    expect(names).toEqual(expect.arrayContaining(['a_b', 'plain.json']))
    expect(await readFile(join(directory, 'native/plain.json'), 'utf8')).toBe('plain.json')
    expect(await readdir(join(directory, '../..'))).toEqual(['recordings'])
  })

  it('seals a response that was cut in the middle of a character', async () => {
    const recording = await open()
    const { response } = await recording.seal({ ...result, response: '🎈'.slice(0, 1) })
    expect(response).toBe('\uFFFD')
  })

  it('keeps in its manifest all that its end says', async () => {
    const recording = await open()
    const whole: Required<RecordedResult> = {
      ...result,
      response: 'I could not.',
      state: 'completed',
      outcome: 'declared_failure',
      detail: 'It gave up.',
      provenance: {
        harness: 'opencode',
        agentVersion: '1.18.33',
        vitrialVersion: '0.1.0',
        runtime: 'docker',
        image: 'sha256:0f1e',
        engine: 'docker 27.3.1',
      },
      error: {
        code: 'VITRIAL_LIMIT_REACHED',
        message: 'Too much.',
        location: { file: 'a', line: 2, key: 'k' },
      },
      initial: hash,
      final: 'b'.repeat(64),
    }
    await recording.seal(whole)
    expect(await readManifest(directory)).toMatchObject(whole)
  })

  it('seals an error that was cut in the middle of a character', async () => {
    const recording = await open()
    const error = { code: 'VITRIAL_INFRA_INTERNAL', message: '🎈'.slice(0, 1) } as const
    expect((await recording.seal({ ...result, error })).error).toEqual({ ...error, message: '\uFFFD' })
  })

  it('ends with an infrastructure failure when its files are gone', async () => {
    const recording = await open()
    recording.emit(output('a'))
    await rm(directory, { recursive: true })
    await expect(recording.seal(result)).rejects.toMatchObject({ code: 'VITRIAL_INFRA_RECORDING' })
  })

  it('gives the same evidence hash to the same recording, and another to another', async () => {
    const hashes: string[] = []
    for (const text of ['same', 'same', 'other']) {
      const recording = await open()
      recording.emit(output(text))
      hashes.push((await recording.seal(result)).evidenceHash)
      await rm(directory, { recursive: true })
    }
    await open().then((recording) => recording[Symbol.asyncDispose]())
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[0]).not.toBe(hashes[2])
  })

  it('loses at most the unwritten tail when its process is killed', async () => {
    const writer = fileURLToPath(new URL('write-until-killed.fixture.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'jiti/register', writer, directory],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: fileURLToPath(new URL('.', import.meta.url)) },
    )
    let flushed = 0
    for await (const chunk of child.stdout) {
      flushed = Number(String(chunk).trim().split('\n').at(-1))
      if (flushed >= 400) child.kill('SIGKILL')
    }
    if (child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')

    const { events } = await readUnsealed(directory)
    expect(events.length).toBeGreaterThanOrEqual(flushed)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from(events, (_, index) => index + 1))
  })
})
