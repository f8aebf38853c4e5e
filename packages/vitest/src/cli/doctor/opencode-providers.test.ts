import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCodeProviders } from './opencode-providers.ts'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'vitrial-home-'))
})

afterEach(async () => {
  await rm(home, { recursive: true })
})

test('gives the names of the providers that OpenCode is signed in to', async () => {
  const folder = join(home, '.local', 'share', 'opencode')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'auth.json'), JSON.stringify({ openai: { type: 'api', key: 'secret' } }))

  expect(await openCodeProviders({ HOME: home })).toEqual(['openai'])
})

test('gives none where OpenCode never signed in', async () => {
  expect(await openCodeProviders({ HOME: home })).toEqual([])
})
