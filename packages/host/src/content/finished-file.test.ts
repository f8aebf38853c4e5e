import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finishFile } from './finished-file.ts'

test.each([
  { whose: 'its owner alone', before: 0o600, after: 0o400 },
  { whose: 'the group', before: 0o640, after: 0o440 },
  { whose: 'everyone', before: 0o644, after: 0o444 },
])('makes read-only, and no more readable, what is for $whose', async ({ before, after }) => {
  const directory = await mkdtemp(join(tmpdir(), 'vitrial-finished-'))
  const file = join(directory, 'traffic.jsonl')
  try {
    await writeFile(file, '{}\n')
    await chmod(file, before)
    await finishFile(directory, 'traffic.jsonl')
    expect((await stat(file)).mode & 0o777).toBe(after)
  } finally {
    await rm(directory, { recursive: true })
  }
})
