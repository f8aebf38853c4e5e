import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resolveOpenCodeBinary, type BinarySearch } from './resolve-binary.ts'

const binary = Buffer.alloc(2_000_000)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vitrial-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function install(name: string, file: string, content: Buffer | string): Promise<string> {
  const bin = path.join(folder, name, 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(path.join(bin, file), content)
  return path.join(bin, file)
}

function search(overrides: Partial<BinarySearch> = {}): BinarySearch {
  return {
    environment: {},
    packageFolder: (name) => path.join(folder, name),
    platform: 'linux',
    architecture: 'x64',
    hasAvx2: () => true,
    ...overrides,
  }
}

test('takes the binary that the package installed', async () => {
  const installed = await install('opencode-ai', 'opencode.exe', binary)
  await install('opencode-linux-x64', 'opencode', binary)
  expect(resolveOpenCodeBinary(search())).toBe(installed)
})

test('takes the platform’s own package where the install script did not run', async () => {
  await install('opencode-ai', 'opencode.exe', '#!/bin/sh\necho "run the install script"\n')
  const platform = await install('opencode-linux-x64', 'opencode', binary)
  expect(resolveOpenCodeBinary(search())).toBe(platform)
})

test('prefers the build for old processors where there is no AVX2', async () => {
  await install('opencode-linux-x64', 'opencode', binary)
  const baseline = await install('opencode-linux-x64-baseline', 'opencode', binary)
  expect(resolveOpenCodeBinary(search({ hasAvx2: () => false }))).toBe(baseline)
})

test('takes what the environment names before anything installed, a script too', async () => {
  await install('opencode-ai', 'opencode.exe', binary)
  const named = await install('mine', 'opencode', '#!/bin/sh\n')
  expect(resolveOpenCodeBinary(search({ environment: { VITRIAL_OPENCODE_BINARY: named } }))).toBe(named)
})

test.each([
  ['nothing is installed', { packageFolder: () => undefined }, 'the package opencode-ai is not installed'],
  ['the packages are empty', {}, 'opencode-linux-x64-baseline'],
  ['the named one is missing', { environment: { VITRIAL_OPENCODE_BINARY: '/no/such' } }, '/no/such'],
])('says where it looked and what to install if %s', (_case, overrides, place) => {
  const attempt = (): string => resolveOpenCodeBinary(search(overrides))
  expect(attempt).toThrow(BenchmarkError)
  expect(attempt).toThrow(place)
  expect(attempt).toThrow('npm i opencode-ai@1.18.33')
})
