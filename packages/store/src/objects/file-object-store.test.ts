import { createHash } from 'node:crypto'
import { chmod, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { objectStoreContract } from '@vitrial/fixtures'
import { expect, test } from 'vitest'
import { openObjectStore } from './file-object-store.ts'
import { testFolder } from '../temporary-folder.fixture.ts'

const content = new TextEncoder().encode('a file of the workspace\n')
const hash = createHash('sha256').update(content).digest('hex')

async function opened() {
  const folder = join(await testFolder(), 'objects')
  return { folder, objects: openObjectStore({ folder }), file: join(folder, hash.slice(0, 2), hash.slice(2)) }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield content
  throw new Error('no more')
}

objectStoreContract('of files', async () => {
  const { folder, objects } = await opened()
  return {
    objects,
    damage: async (damaged, other) => {
      const path = join(folder, damaged.slice(0, 2), damaged.slice(2))
      await rm(path)
      if (other) await writeFile(path, other)
    },
  }
})

test('keeps content in a file named by its sha-256', async () => {
  const { objects, file, folder } = await opened()
  await objects.put(content)
  expect(new Uint8Array(await readFile(file))).toEqual(content)
  expect(await filesIn(folder)).toEqual([hash.slice(2)])
})

test('keeps the same content once, however often and at once it is put', async () => {
  const { objects, folder, file } = await opened()
  await Promise.all(Array.from({ length: 20 }, () => objects.put(content)))
  const { ino } = await stat(file)
  const other = openObjectStore({ folder })
  await Promise.all([objects.put(content), other.put(content)])
  expect((await stat(file)).ino).toBe(ino)
  expect(await filesIn(folder)).toHaveLength(1)
})

test('lets several processes put the same content at once', async () => {
  const { folder } = await opened()
  const stores = Array.from({ length: 8 }, () => openObjectStore({ folder }))
  await Promise.all(stores.map((store) => store.put(content)))
  expect(await filesIn(folder)).toHaveLength(1)
  expect(await stores[0]?.get(hash)).toHaveLength(content.length)
})

test('keeps no zeros on the disk, and nothing of what it has already', async () => {
  const { objects, folder } = await opened()
  async function* sparse(): AsyncGenerator<Uint8Array> {
    yield content
    for (let piece = 0; piece < 64; piece += 1) yield new Uint8Array(262_144)
  }
  const kept = await objects.put(sparse())
  const file = join(folder, kept.slice(0, 2), kept.slice(2))
  const { size, blocks, ino } = await stat(file)
  expect(size).toBe(content.length + 16_777_216)
  expect(blocks * 512).toBeLessThan(1_048_576)
  expect(await objects.put(sparse())).toBe(kept)
  expect((await stat(file)).ino).toBe(ino)
  expect(await filesIn(folder)).toHaveLength(1)
})

test('leaves nothing behind of a source that fails', async () => {
  const { objects, folder } = await opened()
  await expect(objects.put(broken())).rejects.toThrow('no more')
  expect(await filesIn(folder)).toEqual([])
})

test('names the file that is missing', async () => {
  const { objects, file } = await opened()
  const missing = {
    name: 'StoreError',
    code: 'VITRIAL_OBJECT_MISSING',
    message: expect.stringContaining(file),
  }
  await expect(objects.get(hash)).rejects.toMatchObject(missing)
  await objects.put(content)
  await rm(file)
  await expect(objects.get(hash)).rejects.toMatchObject(missing)
})

test('names the file that no longer matches its hash, and leaves it', async () => {
  const { objects, file } = await opened()
  await objects.put(content)
  await chmod(file, 0o644)
  await writeFile(file, 'A file of the workspace\n')
  await expect(objects.get(hash)).rejects.toMatchObject({
    code: 'VITRIAL_OBJECT_CHANGED',
    message: expect.stringContaining(file),
  })
  expect(await readFile(file, 'utf8')).toBe('A file of the workspace\n')
})

test.each(['removed', 'truncated'])('puts content again whose file was %s', async (damage) => {
  const { objects, file } = await opened()
  await objects.put(content)
  if (damage === 'removed') await rm(file)
  else {
    await chmod(file, 0o644)
    await truncate(file, 3)
  }
  await objects.put(content)
  expect(new Uint8Array(await objects.get(hash))).toEqual(content)
})

test.each(['', '../../../etc/passwd', hash.toUpperCase(), hash.slice(1)])(
  'refuses "%s" as a hash',
  async (wrong) => {
    const { objects } = await opened()
    await expect(objects.get(wrong)).rejects.toMatchObject({ code: 'VITRIAL_STORE_REFUSED' })
  },
)

test('says which file could not be written, and leaves nothing behind', async () => {
  const folder = join(await testFolder(), 'objects')
  await writeFile(folder, 'in the way')
  const objects = openObjectStore({ folder })
  const failure = {
    code: 'VITRIAL_STORE_WRITE',
    message: expect.stringContaining(folder),
    cause: expect.anything(),
  }
  await expect(objects.put(content)).rejects.toMatchObject(failure)
  await rm(folder)
  expect(await objects.put(content)).toBe(hash)
  expect(await filesIn(folder)).toHaveLength(1)
})
