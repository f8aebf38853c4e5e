import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkFolder } from './link-folder.ts'

test('shares files that are finished, and copies those that someone may still write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrial-link-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await mkdir(join(from, 'native'), { recursive: true })
  await writeFile(join(from, 'native', 'sealed.json'), 'sealed', { mode: 0o444 })
  await writeFile(join(from, 'transcript.json'), 'first')

  await linkFolder(from, to)
  await writeFile(join(from, 'transcript.json'), ' and more', { flag: 'a' })

  expect(await readFile(join(to, 'transcript.json'), 'utf8')).toBe('first')
  const [sealed, shared] = await Promise.all([
    stat(join(from, 'native', 'sealed.json')),
    stat(join(to, 'native', 'sealed.json')),
  ])
  expect(shared.ino).toBe(sealed.ino)
})
