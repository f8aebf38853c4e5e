import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCodeVersion } from './opencode-version.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vitrial-test-'))
  await mkdir(path.join(folder, 'bin'))
})
afterEach(() => rm(folder, { recursive: true }))

async function script(text: string): Promise<string> {
  const binary = path.join(folder, 'bin', 'opencode')
  await writeFile(binary, `#!/bin/sh\n${text}\n`)
  await chmod(binary, 0o755)
  return binary
}

test('reads the version from the package, without starting the binary', async () => {
  await writeFile(path.join(folder, 'package.json'), '{ "name": "opencode-linux-x64", "version": "1.2.3" }')
  expect(await openCodeVersion(await script('exit 1'))).toBe('1.2.3')
})

test('asks a binary that belongs to no package, or to one of another name', async () => {
  const binary = await script('echo 4.5.6')
  expect(await openCodeVersion(binary)).toBe('4.5.6')
  await writeFile(path.join(folder, 'package.json'), '{ "name": "mine", "version": "0.0.1" }')
  expect(await openCodeVersion(binary)).toBe('4.5.6')
})

test('says which binary does not answer', async () => {
  const binary = await script('exit 1')
  await expect(openCodeVersion(binary)).rejects.toMatchObject({ code: 'VITRIAL_OPENCODE_MISSING' })
  await expect(openCodeVersion(binary)).rejects.toThrow(binary)
})
