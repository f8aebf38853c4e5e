import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSeed } from './workspace-seed.ts'

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrial-seed-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

async function pathsOf(directory: string): Promise<readonly string[]> {
  const paths: string[] = []
  for await (const { path } of readSeed(directory)) paths.push(path)
  return paths
}

test('reads a workspace sorted, parents first', async () => {
  const directory = await folder()
  await mkdir(join(directory, 'b'))
  for (const path of ['b/é.txt', 'b/a.txt', 'a.txt']) await writeFile(join(directory, path), path)
  expect(await pathsOf(directory)).toEqual(['a.txt', 'b', 'b/a.txt', 'b/é.txt'])
})

// Other systems have no such names.
test.runIf(process.platform === 'linux')('refuses a name that is no text, and says which', async () => {
  const directory = await folder()
  await mkdir(join(directory, 'notes'))
  const name = Buffer.concat([Buffer.from(join(directory, 'notes', 'caf')), Buffer.of(0xe9)])
  await writeFile(name, 'coffee')
  await expect(pathsOf(directory)).rejects.toMatchObject({
    code: 'VITRIAL_WORKSPACE_INVALID',
    message: String.raw`The name of notes/caf\xe9 is not UTF-8. Rename that file: a candidate could not be given it.`,
    location: { file: join(directory, 'notes') },
  })
})
