import { setTimeout as delay } from 'node:timers/promises'
import { CancelledError, InfrastructureError, LimitReachedError } from '@vitrial/core/errors'
import { defaultWorkspaceLimits } from '@vitrial/core/limits'
import type { DownloadedEntry, FileEntry } from '@vitrial/core/ports'
import { createRedactor } from '@vitrial/core/redaction'
import { entriesOf, fileEntry, MemoryObjectStore } from '@vitrial/fixtures'
import { expect, test } from 'vitest'
import { WorkspaceKeeper, type WorkspaceKeeperOptions } from './workspace-keeper.ts'

const quiet = new AbortController().signal
type Deadlines = NonNullable<WorkspaceKeeperOptions['deadlines']>

/** Keeps the workspace of a sandbox whose files come like this. */
function keeperOf(
  files: (signal: AbortSignal) => AsyncIterable<DownloadedEntry>,
  deadlines: Deadlines,
  limits = defaultWorkspaceLimits,
) {
  const objects = new MemoryObjectStore()
  const sandbox: WorkspaceKeeperOptions['sandbox'] = {
    id: 's',
    directories: { workspace: '/w', home: '/h', temporary: '/t' },
    lost: quiet,
    freeze: async () => undefined,
    upload: async () => undefined,
    download: (_directory, signal) => files(signal),
  }
  return new WorkspaceKeeper({
    recording: { redactor: createRedactor([]), emit: () => undefined },
    sandbox,
    settings: {},
    objects,
    limits,
    deadlines,
  })
}

async function* never(signal: AbortSignal): AsyncGenerator<FileEntry> {
  yield fileEntry('a', 'a')
  await delay(2 ** 30, undefined, { signal })
}

/** More than a second and a half in all. */
async function* slowly(signal: AbortSignal): AsyncGenerator<FileEntry> {
  for (let file = 0; file < 18; file += 1) {
    await delay(100, undefined, { signal })
    yield fileEntry(`${file}`, 'x')
  }
}

async function* atOnce(): AsyncGenerator<FileEntry> {
  yield fileEntry('a', 'a')
}

test('waits for files as long as they keep coming', async () => {
  expect(await keeperOf(slowly, { silenceMs: 1_500 }).collect(quiet)).toMatch(/^[0-9a-f]{64}$/)
})

test('a sandbox that gives nothing any more is a failure of the machine', async () => {
  const failure = keeperOf(never, { silenceMs: 50 }).collect(quiet)
  await expect(failure).rejects.toThrow(InfrastructureError)
  await expect(failure).rejects.toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_TRANSFER' })
})

test('someone who cancels waits a moment for files, and no longer', async () => {
  const enough = AbortSignal.abort(new CancelledError('Enough.'))
  await expect(keeperOf(never, { afterCancelMs: 50 }).collect(enough)).rejects.toThrow('Enough.')
  expect(await keeperOf(atOnce, {}).collect(enough)).toMatch(/^[0-9a-f]{64}$/)
})

test('files that keep coming for too long are a failure of the machine, named as such', async () => {
  const failure = keeperOf(slowly, { wholeMs: 250 }).collect(quiet)
  await expect(failure).rejects.toMatchObject({
    code: 'VITRIAL_INFRA_SANDBOX_TRANSFER',
    message: expect.stringContaining('had not given all files after 0.25 s'),
  })
})

/** A file of which nothing can be read, so that whoever reads it fails. */
function unreadable(path: string, sizeBytes: number): FileEntry {
  const pieces: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('It was read.')) }),
  }
  return { type: 'file', path, mode: 0o644, content: { sizeBytes, pieces } }
}

const gibibyte = 1_073_741_824

test.each<readonly [string, 'files' | 'bytes', readonly DownloadedEntry[], string]>([
  ['one file too large', 'bytes', [unreadable('big.bin', 8 * gibibyte)], '"big.bin", which has 8192 MiB'],
  [
    'a file too many',
    'files',
    ['a', 'b', 'c', 'd'].map((path) => fileEntry(path, path)),
    'more than 3 files',
  ],
  [
    'a link too many',
    'files',
    [fileEntry('a', 'a'), ...['b', 'c', 'd'].map((path) => ({ type: 'link', path, target: 'a' }) as const)],
    'more than 3 files',
  ],
])('%s is the limit that the candidate broke, and nothing of it is read', async (_, limit, entries, text) => {
  const keeper = keeperOf(() => entriesOf(entries), {}, { files: 3, bytesMiB: 1 })
  const collecting = keeper.collect(quiet)
  await expect(collecting).rejects.toThrow(LimitReachedError)
  await expect(collecting).rejects.toMatchObject({ limit, message: expect.stringContaining(text) })
  const settingUp = keeper.setUp(entriesOf([]), quiet)
  await expect(settingUp).rejects.toMatchObject({ code: 'VITRIAL_WORKSPACE_INVALID' })
})
