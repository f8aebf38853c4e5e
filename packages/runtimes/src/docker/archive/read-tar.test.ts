import { buffer } from 'node:stream/consumers'
import { pack, type Headers } from 'tar-stream'
import { expect, test } from 'vitest'
import { readTar, type TarEntry } from './read-tar.ts'

/** An archive of these entries. */
async function archiveOf(entries: readonly (readonly [Headers, Buffer?])[]): Promise<Buffer> {
  const archive = pack()
  for (const [header, content] of entries) {
    if (content === undefined) archive.entry(header)
    else archive.entry(header, content)
  }
  archive.finalize()
  return await buffer(archive)
}

async function* chunksOf(archive: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.length; at += length) yield archive.subarray(at, at + length)
}

type Read = Omit<TarEntry, 'content'> & { readonly text: string }

async function read(archive: Buffer, chunkBytes = archive.length): Promise<readonly Read[]> {
  const found: Read[] = []
  for await (const { content, ...entry } of readTar(chunksOf(archive, chunkBytes))) {
    found.push({ ...entry, text: (await buffer(content)).toString() })
  }
  return found
}

const long = `${'folder/'.repeat(40)}file`
const content = Buffer.from('0123456789'.repeat(120))

test.each([1, 7, 512, 513, 100_000])(
  'reads every kind of entry in chunks of %d bytes',
  async (chunkBytes) => {
    const archive = await archiveOf([
      [{ name: 'w', type: 'directory', mode: 0o755 }],
      [{ name: 'w/empty', mode: 0o600 }, Buffer.alloc(0)],
      [{ name: 'w/file', mode: 0o4755 }, content],
      [{ name: 'w/ünï', mode: 0o644 }, Buffer.from('x')],
      [{ name: `w/${long}`, mode: 0o644 }, Buffer.alloc(512, 'y')],
      [{ name: 'w/again', type: 'link', linkname: `w/${long}` }],
      [{ name: 'w/link', type: 'symlink', linkname: 'ünï' }],
      [{ name: 'w/pipe', type: 'fifo' }],
    ])
    const found = (await read(archive, chunkBytes)).map(
      ({ type, name, linkName, text }) => `${type} ${name.toString()} ${linkName.toString()} ${text.length}`,
    )
    expect(found).toEqual([
      'directory w  0',
      'file w/empty  0',
      'file w/file  1200',
      'file w/ünï  1',
      `file w/${long}  512`,
      `link w/again w/${long} 0`,
      'symlink w/link ünï 0',
      'other w/pipe  0',
    ])
  },
)

test('skips what nobody reads', async () => {
  const archive = await archiveOf([
    [{ name: 'large' }, Buffer.alloc(100_001)],
    [{ name: 'partly' }, content],
    [{ name: 'last' }, Buffer.from('here')],
  ])
  const names: string[] = []
  for await (const entry of readTar(chunksOf(archive, 700))) {
    if (entry.name.toString() === 'partly')
      for await (const piece of entry.content) if (piece.length > 0) break
    names.push(`${entry.name.toString()} ${entry.sizeBytes}`)
  }
  expect(names).toEqual(['large 100001', 'partly 1200', 'last 4'])
})

/** Gives a header of a given archive other bytes, and the sum that goes with them. */
function patched(archive: Buffer, header: number, change: (block: Buffer) => void): Buffer {
  const copy = Buffer.from(archive)
  const block = copy.subarray(header, header + 512)
  change(block)
  block.fill(0x20, 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return copy
}

test('keeps the bytes of a name that is not UTF-8, also in an extended header', async () => {
  const plain = patched(await archiveOf([[{ name: 'a' }, Buffer.from('x')]]), 0, (block) => {
    block[0] = 0xe9
  })
  expect([...((await read(plain))[0]?.name ?? [])]).toEqual([0xe9])
  const extended = await archiveOf([[{ name: 'ü' }, Buffer.from('x')]])
  extended[extended.indexOf('path=') + 5] = 0xe9
  expect([...((await read(extended))[0]?.name ?? [])]).toEqual([0xe9, 0xbc])
})

test('reads sizes that have no room in a header', async () => {
  const binary = patched(await archiveOf([[{ name: 'a' }, content]]), 0, (block) => {
    block.fill(0, 124, 136)
    block[124] = 0x80
    block.writeUInt32BE(1200, 132)
  })
  expect((await read(binary)).map(({ sizeBytes, text }) => [sizeBytes, text.length])).toEqual([[1200, 1200]])
})

test.each<readonly [string, (archive: Buffer) => Buffer, string]>([
  ['is cut short in a file', (archive) => archive.subarray(0, 1000), 'ends in the middle'],
  ['is cut short in a header', (archive) => archive.subarray(0, 300), 'ends in the middle'],
  ['has another sum', (archive) => Buffer.concat([Buffer.from('b'), archive.subarray(1)]), 'damaged header'],
  [
    'has a header of gigabytes',
    (archive) =>
      patched(archive, 0, (block) => {
        block.write('x', 156)
        block.write('77777777777\0', 124)
      }),
    'too large',
  ],
])('refuses an archive that %s', async (_, damage, text) => {
  const archive = damage(await archiveOf([[{ name: 'a' }, content]]))
  await expect(read(archive)).rejects.toThrow(text)
})
