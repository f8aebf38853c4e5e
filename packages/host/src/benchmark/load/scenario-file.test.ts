import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scenarioFile, scenarioNames } from './scenario-file.ts'
import { temporaryFolder } from './temporary-benchmark.fixture.ts'

test('finds scenarios by name, TypeScript first, and nothing outside their folder', async () => {
  const files = {
    'scripted/a.ts': '',
    'scripted/a.js': '',
    'scripted/b.mjs': '',
    'scripted/notes.md': '',
    'c.ts': '',
  }
  await using folder = await temporaryFolder(files)
  const { directory } = folder
  expect(await scenarioFile(directory, 'a')).toBe(join(directory, 'scripted/a.ts'))
  expect(await scenarioFile(directory, 'b')).toBe(join(directory, 'scripted/b.mjs'))
  expect(await scenarioFile(directory, '../c')).toBeUndefined()
  expect(await scenarioFile(directory, 'c')).toBeUndefined()
  expect(await scenarioNames(directory)).toStrictEqual(['a', 'b'])
})

test('knows no scenario without their folder', async () => {
  await using folder = await temporaryFolder({})
  expect(await scenarioNames(folder.directory)).toStrictEqual([])
})
