import type { DownloadedEntry, FileEntry } from '@vitrial/core/ports'
import { snapshotSchema } from '@vitrial/core/recording'
import { entriesOf, fileEntry, MemoryObjectStore } from '@vitrial/fixtures'
import { describe, expect, it } from 'vitest'
import { snapshotWorkspace } from './snapshot-workspace.ts'

const workspace: readonly FileEntry[] = [
  { type: 'directory', path: 'src', mode: 0o755 },
  fileEntry('src/a.ts', 'a'),
  fileEntry('src.ts', 'b', 0o755),
  { type: 'symlink', path: 'link', target: '../outside' },
  { type: 'special', path: 'pipe' },
  ...Array.from({ length: 40 }, (_, index) => fileEntry(`many/${index}`, `${index % 7}`)),
]

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < 3; piece += 1) yield Buffer.alloc(1_000, 'x')
}

describe('snapshotWorkspace', () => {
  it('gives the same workspace the same hash in whatever order it comes', async () => {
    const objects = new MemoryObjectStore()
    const first = await snapshotWorkspace(entriesOf(workspace), objects)
    const second = await snapshotWorkspace(entriesOf(workspace.toReversed()), new MemoryObjectStore())
    expect(second).toEqual(first)
    const stored: unknown = JSON.parse(Buffer.from(await objects.get(first.hash)).toString())
    expect(snapshotSchema.parse(stored)).toEqual(first.snapshot)
    expect(objects.objects.size).toBe(7 + 2 + 1)
  })

  it.each<readonly [string, FileEntry]>([
    ['content', fileEntry('src/a.ts', 'A')],
    ['mode', fileEntry('src/a.ts', 'a', 0o600)],
    ['kind', { type: 'symlink', path: 'src/a.ts', target: 'a' }],
    ['name', fileEntry('src/b.ts', 'a')],
  ])('gives another hash for another %s', async (_, entry) => {
    const objects = new MemoryObjectStore()
    const changed = workspace.with(1, entry)
    const before = await snapshotWorkspace(entriesOf(workspace), objects)
    expect((await snapshotWorkspace(entriesOf(changed), objects)).hash).not.toBe(before.hash)
  })

  it('leaves .git and node_modules out and says where they were', async () => {
    const objects = new MemoryObjectStore()
    const entries = [
      { type: 'directory', path: '.git', mode: 0o755 } as const,
      fileEntry('.git/config', 'x'),
      fileEntry('a/node_modules/b/node_modules/c', 'x'),
      fileEntry('module/.git', 'gitdir: ../.git/modules/module'),
    ]
    const { snapshot } = await snapshotWorkspace(entriesOf(entries), objects)
    expect(snapshot.entries.map(({ path }) => path)).toEqual(['module/.git'])
    expect(snapshot.excluded).toEqual(['.git', 'a/node_modules'])
    const all = await snapshotWorkspace(entriesOf(entries), objects, { excludeDirectories: [] })
    expect(all.snapshot.entries).toHaveLength(4)
  })

  it('keeps what comes in pieces, and gives every name of a file its content', async () => {
    const objects = new MemoryObjectStore()
    const entries: readonly DownloadedEntry[] = [
      { type: 'link', path: 'early', target: 'large' },
      { type: 'file', path: 'large', mode: 0o600, content: { sizeBytes: 5_000, pieces: pieces() } },
      { type: 'link', path: 'late', target: 'large' },
      { type: 'link', path: 'lost', target: 'gone' },
    ]
    const { snapshot } = await snapshotWorkspace(entriesOf(entries), objects)
    const hash = await objects.put(Buffer.alloc(3_000, 'x'))
    const file = { type: 'file', mode: 0o600, sizeBytes: 3_000, hash }
    expect(snapshot.entries).toEqual([
      { ...file, path: 'early' },
      { ...file, path: 'large' },
      { ...file, path: 'late' },
      { type: 'special', path: 'lost' },
    ])
  })

  it('fails when an object cannot be kept', async () => {
    const objects = new MemoryObjectStore()
    objects.put = () => Promise.reject(new Error('disk full'))
    await expect(snapshotWorkspace(entriesOf(workspace), objects)).rejects.toThrow('disk full')
  })
})
