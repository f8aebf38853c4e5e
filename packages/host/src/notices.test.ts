import { expect, test } from 'vitest'
import { loadBenchmark } from './load-benchmark/load-benchmark.ts'
import { soundFiles, temporaryFolder } from './load-benchmark/temporary-benchmark.fixture.ts'
import { noticesOf } from './notices.ts'

test('names what an earlier run left, not more than a line can hold', async () => {
  await using folder = await temporaryFolder(soundFiles)
  const benchmark = await loadBenchmark(folder.directory)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of them is touched
  const parts = {
    runtime: { contained: true },
    gateway: { isScripted: () => false },
  } as unknown as Parameters<typeof noticesOf>[1]
  const leftovers = ['/tmp/a', '/tmp/b', '/tmp/c', '/tmp/d'].map((what) => ({ what, why: 'busy' }))

  expect(noticesOf(benchmark, parts, [])).toStrictEqual([])
  expect(noticesOf(benchmark, parts, leftovers)).toStrictEqual([
    {
      about: 'leftovers',
      text:
        'left by an earlier run and not to be removed: /tmp/a (busy), /tmp/b (busy), /tmp/c (busy), and 1 more. ' +
        'Remove it by hand',
    },
  ])
})
