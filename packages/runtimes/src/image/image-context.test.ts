import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { extract, pack, type Headers } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imageContext } from './image-context.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vitrial-context-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('puts a package’s wanted files below programs/, what it starts executable, and the links', async () => {
  const archive = await packageArchive({
    'package/bin/tool': 'binary',
    'package/lib/a.js': 'a',
    'package/README.md': 'r',
  })

  const { stream, written } = imageContext('FROM base', [
    { specifier: 'tool@1.0.0', pathInImage: allButReadme, archive },
  ])
  const entries = await entriesOf(stream)
  await written

  expect(entries).toEqual([
    ['Dockerfile', 'file', '644', 'FROM base'],
    ['programs/bin/tool', 'file', '755', 'binary'],
    ['programs/lib/a.js', 'file', '644', 'a'],
    ['programs/bin/npm', 'symlink', '644', ''],
    ['programs/bin/npx', 'symlink', '644', ''],
  ])
})

test('takes in files larger than any buffer, and an archive after the other', async () => {
  const large = 'x'.repeat(3_000_000)
  const archives = [
    await packageArchive({ 'package/bin/one': large }, 'one.tgz'),
    await packageArchive({ 'package/bin/two': large }, 'two.tgz'),
  ]

  const programs = archives.map((archive) => ({
    specifier: 'x@1.0.0',
    pathInImage: (file: string) => file,
    archive,
  }))
  const { stream, written } = imageContext('FROM base', programs)
  const sizes = (await entriesOf(stream)).map(([name, , , content]) => [name, content.length])
  await written

  expect(sizes.slice(1, 3)).toEqual([
    ['programs/bin/one', 3_000_000],
    ['programs/bin/two', 3_000_000],
  ])
})

test('fails, and ends its stream, where an archive is no archive', async () => {
  const archive = path.join(folder, 'broken.tgz')
  await writeFile(archive, 'not gzip')

  const { stream, written } = imageContext('FROM base', [
    { specifier: 'x@1.0.0', pathInImage: (file) => file, archive },
  ])
  const closed = once(stream, 'close')
  stream.resume()

  await expect(written).rejects.toThrow(/incorrect header/)
  await closed
})

function allButReadme(file: string): string | undefined {
  return file === 'README.md' ? undefined : file
}

async function packageArchive(files: Record<string, string>, name = 'package.tgz'): Promise<string> {
  const tar = pack()
  for (const [file, content] of Object.entries(files)) tar.entry({ name: file, mode: 0o644 }, content)
  tar.finalize()
  const archive = path.join(folder, name)
  await writeFile(archive, gzipSync(await buffer(tar)))
  return archive
}

async function entriesOf(
  stream: NodeJS.ReadableStream,
): Promise<(readonly [string, Headers['type'], string, string])[]> {
  const entries: (readonly [string, Headers['type'], string, string])[] = []
  const read = async (header: Headers, content: NodeJS.ReadableStream, next: () => void): Promise<void> => {
    const bytes = await buffer(content)
    entries.push([header.name, header.type, (header.mode ?? 0).toString(8), bytes.toString('utf8')])
    next()
  }
  const files = extract()
  files.on('entry', (header, content, next) => {
    void read(header, content, next)
  })
  await new Promise<void>((resolve, reject) => {
    files.once('finish', resolve)
    files.once('error', reject)
    stream.pipe(files)
  })
  return entries
}
