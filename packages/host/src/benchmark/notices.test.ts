import { expect, test } from 'vitest'
import { loadBenchmark } from './load/load-benchmark.ts'
import { benchmarkText, soundFiles, temporaryFolder } from './load/temporary-benchmark.fixture.ts'
import { noticesOf } from './notices.ts'

test('names what an earlier run left, not more than a line can hold', async () => {
  await using folder = await temporaryFolder(soundFiles)
  const benchmark = await loadBenchmark(folder.directory)
  const parts = partsOf({ contained: true })
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

test('names the settings of containers that a runtime without them passes over, and who asked for it', async () => {
  await using folder = await temporaryFolder({
    ...soundFiles,
    'benchmark.ts': benchmarkText({ container: { cpus: 2, memoryMiB: 512 } }),
  })
  const parts = partsOf({ contained: false, id: 'process' })

  expect(noticesOf(await loadBenchmark(folder.directory), parts, []).map(({ text }) => text)).toStrictEqual([
    'process runtime: nothing isolates the agent on this machine (benchmark.ts: placement.runtime)',
    'process runtime: it starts no container, so nothing heeds container.cpus, container.memoryMiB',
  ])
  await folder.write({ 'benchmark.ts': benchmarkText({ placement: { runtime: 'docker' } }) })
  const overridden = await loadBenchmark(folder.directory, { runtime: 'process' })
  expect(noticesOf(overridden, parts, []).map(({ text }) => text)).toStrictEqual([
    'process runtime: nothing isolates the agent on this machine (--runtime or VITRIAL_RUNTIME)',
  ])
})

test('says that a model grades itself, under whichever variant', async () => {
  await using folder = await temporaryFolder({
    ...soundFiles,
    'benchmark.ts': benchmarkText({ models: ['scripted/careful', 'scripted/judge#high'] }),
  })

  expect(noticesOf(await loadBenchmark(folder.directory), partsOf({ contained: true }), [])).toStrictEqual([
    {
      about: 'judge',
      text: "scripted/judge#high is graded by itself: judge.model is the candidate's model",
    },
  ])
})

function partsOf(runtime: {
  readonly contained: boolean
  readonly id?: string
}): Parameters<typeof noticesOf>[1] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of them is touched
  return { runtime, gateway: { isScripted: () => false } } as unknown as Parameters<typeof noticesOf>[1]
}
