import { chmod, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FileEntry } from '@vitrial/core/ports'
import { noUsage, type Manifest, type NewEvent } from '@vitrial/core/recording'
import { createRedactor } from '@vitrial/core/redaction'
import { entriesOf, fileEntry, MemoryObjectStore } from '@vitrial/fixtures'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readUnsealed } from './read-unsealed.ts'
import { openRecordingReader } from './recording-reader.ts'
import { openRecording, type RecordingWriter } from './recording-writer.ts'
import { snapshotWorkspace } from '../workspace/snapshot/snapshot-workspace.ts'

const expected = { evalRunId: 'run-1' }

let directory: string
let objects: MemoryObjectStore

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'recording-test-')), 'run-1')
  objects = new MemoryObjectStore()
})

afterEach(() => rm(dirname(directory), { recursive: true }))

function open(): Promise<RecordingWriter> {
  return openRecording({
    directory,
    evalRunId: 'run-1',
    clock: { now: () => 0 },
    startedAtMs: 0,
    redactor: createRedactor([]),
  })
}

function output(text: string): NewEvent {
  return { session: '', source: 'harness', kind: 'process_output', body: { stream: 'stdout', text } }
}

async function record(
  events: number,
  initial: readonly FileEntry[] = [],
  final: readonly FileEntry[] = [],
): Promise<Manifest> {
  const recording = await open()
  for (let seq = 1; seq <= events; seq += 1) recording.emit(output(`${seq} ${'x'.repeat(200)}`))
  recording.attach('transcript.json', Buffer.from('{"all":true}'))
  return recording.seal({
    state: 'completed',
    endedAtMs: 10,
    response: 'done',
    usage: noUsage,
    initial: (await snapshotWorkspace(entriesOf(initial), objects)).hash,
    final: (await snapshotWorkspace(entriesOf(final), objects)).hash,
  })
}

function containing(text: string): unknown {
  return expect.stringContaining(text)
}

describe('a recording reader', () => {
  it('reads every event once, page by page, across chunks', async () => {
    await record(5_000)
    const reader = await openRecordingReader(directory, objects, expected)
    const seqs: number[] = []
    let after: string | undefined
    do {
      const page = await reader.readEvents({ limit: 700, ...(after !== undefined && { after }) })
      seqs.push(...page.rows.map(({ seq }) => seq))
      after = page.next
    } while (after !== undefined)
    expect(seqs).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 1))
    expect(await reader.readExchanges({ limit: 10 })).toEqual({ rows: [] })
  })

  it('shows the recording as evidence', async () => {
    const manifest = await record(
      3,
      [fileEntry('a', 'old'), fileEntry('gone', 'x'), { type: 'directory', path: 'd', mode: 0o755 }],
      [
        fileEntry('a', 'new'),
        { type: 'symlink', path: 'link', target: 'a' },
        { type: 'special', path: 'pipe' },
      ],
    )
    const view = (await openRecordingReader(directory, objects, expected)).evidenceView()
    expect(view).toMatchObject({
      evidenceHash: manifest.evidenceHash,
      checkpoint: 3,
      isFinal: true,
      state: 'completed',
      response: 'done',
      measurements: manifest.measurements,
    })
    expect((await view.events()).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(await view.artifacts()).toMatchObject([
      { path: 'a', initial: { type: 'file', sizeBytes: 3 }, final: { type: 'file', sizeBytes: 3 } },
      { path: 'gone', initial: { type: 'file', sizeBytes: 1 } },
      { path: 'link', final: { type: 'symlink', target: 'a' } },
      { path: 'pipe', final: { type: 'special' } },
    ])
    const text = async (path: string, revision: 'initial' | 'final'): Promise<string | undefined> =>
      (await view.artifactContent(path, revision)) &&
      Buffer.from((await view.artifactContent(path, revision)) ?? []).toString()
    expect(await text('a', 'initial')).toBe('old')
    expect(await text('a', 'final')).toBe('new')
    expect(await text('gone', 'final')).toBeUndefined()
    expect(await text('link', 'final')).toBeUndefined()
    expect(await text('d', 'initial')).toBeUndefined()
  })

  it.each(['events.jsonl.gz', 'events.index.json', 'native/transcript.json', 'manifest.json'])(
    'notices one flipped bit anywhere in %s',
    async (name) => {
      await record(20)
      const path = join(directory, name)
      const original = await readFile(path)
      await chmod(path, 0o644)
      for (let at = 0; at < original.length; at += Math.ceil(original.length / 25)) {
        const changed = Buffer.from(original)
        changed[at] = (changed[at] ?? 0) ^ 1
        await writeFile(path, changed)
        await expect(openRecordingReader(directory, objects, expected), `byte ${at}`).rejects.toMatchObject({
          code: 'VITRIAL_OBJECT_CHANGED',
          message: containing(name),
        })
      }
      await writeFile(path, original)
      await expect(openRecordingReader(directory, objects, expected)).resolves.toBeDefined()
    },
  )

  it.each(['events.jsonl.gz', 'native/transcript.json', 'manifest.json'])(
    'names %s when it is missing',
    async (name) => {
      await record(2)
      await rm(join(directory, name))
      await expect(openRecordingReader(directory, objects, expected)).rejects.toMatchObject({
        code: 'VITRIAL_RECORDING_INCOMPLETE',
        message: containing(name),
      })
    },
  )

  it('refuses a recording that was never sealed', async () => {
    const recording = await open()
    await recording[Symbol.asyncDispose]()
    await expect(openRecordingReader(directory, objects, expected)).rejects.toMatchObject({
      code: 'VITRIAL_RECORDING_INCOMPLETE',
    })
  })

  it('reads an unsealed recording up to wherever it is torn', async () => {
    const recording = await open()
    for (const text of ['one', 'two', 'drei ü']) recording.emit(output(text))
    await recording[Symbol.asyncDispose]()
    const path = join(directory, 'events.jsonl')
    const whole = await readFile(path)
    expect(await readUnsealed(directory)).toMatchObject({ events: [{}, {}, {}], isTorn: false })
    for (let size = whole.length; size >= 0; size -= 1) {
      await truncate(path, size)
      const wholeLines = whole.subarray(0, size).toString('latin1').split('\n').length - 1
      const { events, isTorn } = await readUnsealed(directory)
      expect(events).toHaveLength(wholeLines)
      expect(isTorn).toBe(size > 0 && whole[size - 1] !== 0x0a)
    }
    await writeFile(path, Buffer.concat([whole.subarray(0, whole.indexOf('\n') + 1), Buffer.alloc(4_096)]))
    expect(await readUnsealed(directory)).toMatchObject({ events: [{}], isTorn: true })
  })
})
