import { buffer } from 'node:stream/consumers'
import type { Snapshot, SnapshotEntry } from '@vitrial/core/recording'
import { MemoryObjectStore } from '@vitrial/fixtures'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../content/hashes.ts'
import { readSnapshot } from './read-snapshot.ts'
import { entriesAtOnce, snapshotText } from './snapshot-text.ts'

function snapshotOf(count: number): Snapshot {
  return { entries: Array.from({ length: count }, (_, index) => entryAt(index)), excluded: ['.git', 'ö'] }
}

function entryAt(index: number): SnapshotEntry {
  if (index % 2 === 0) return { type: 'symlink', path: `links/${index}`, target: `"ü\n${index}` }
  return { type: 'file', path: `f ${index}`, mode: 420, sizeBytes: index, hash: `${index}`.padStart(64, '0') }
}

test.each([0, 1, entriesAtOnce, entriesAtOnce + 1, 2 * entriesAtOnce, 5 * entriesAtOnce + 7])(
  'a snapshot of %i entries is kept as its canonical text, and read as it was',
  async (count) => {
    const snapshot = snapshotOf(count)
    const text = snapshotText(snapshot)
    const whole = text instanceof Uint8Array ? Buffer.from(text) : await buffer(text)
    expect(whole.equals(canonicalJson(snapshot))).toBe(true)

    const objects = new MemoryObjectStore()
    expect(await readSnapshot(objects, await objects.put(snapshotText(snapshot)))).toEqual(snapshot)
  },
)

test('other work goes on while a large one is written and read', async () => {
  const snapshot = snapshotOf(20 * entriesAtOnce)
  const objects = new MemoryObjectStore()
  let turns = 0
  const count = (): void => {
    turns += 1
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  const hash = await objects.put(snapshotText(snapshot))
  const whileWriting = turns
  await readSnapshot(objects, hash)
  clearImmediate(turn)
  expect(whileWriting).toBeGreaterThanOrEqual(19)
  expect(turns - whileWriting).toBeGreaterThanOrEqual(19)
})

test('one whose last entry is none is no snapshot', async () => {
  const { entries, excluded } = snapshotOf(entriesAtOnce + 5)
  const objects = new MemoryObjectStore()
  const hash = await objects.put(canonicalJson({ entries: [...entries, { type: 'file' }], excluded }))
  await expect(readSnapshot(objects, hash)).rejects.toThrow('should be the list of a workspace')
})
