import { setTimeout as delay } from 'node:timers/promises'
import { CancelledError, InfrastructureError, type FileEntry } from '@vitrial/core'
import { fileEntry, MemoryObjectStore } from '@vitrial/fixtures'
import { expect, test } from 'vitest'
import { WorkspaceKeeper, type WorkspaceKeeperOptions } from './workspace-keeper.ts'

const quiet = new AbortController().signal
type Deadlines = NonNullable<WorkspaceKeeperOptions['deadlines']>

/** Keeps the workspace of a sandbox whose files come like this. */
function keeperOf(files: (signal: AbortSignal) => AsyncIterable<FileEntry>, deadlines: Deadlines) {
  const objects = new MemoryObjectStore()
  const sandbox: WorkspaceKeeperOptions['sandbox'] = {
    id: 's',
    directories: { workspace: '/w', home: '/h', temporary: '/t' },
    lost: quiet,
    freeze: async () => undefined,
    upload: async () => undefined,
    download: (_directory, signal) => files(signal),
  }
  return new WorkspaceKeeper({ sandbox, settings: {}, objects, deadlines })
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
