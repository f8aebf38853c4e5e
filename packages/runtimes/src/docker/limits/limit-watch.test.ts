import { expect, it } from 'vitest'
import { defaultLimits } from './container-limits.ts'
import { LimitWatch } from './limit-watch.ts'

const quiet = { files: 10, bytes: 1_000, unread: 0, oomKills: 0, refusedForks: 0 }

function watch(): LimitWatch {
  return new LimitWatch({ ...defaultLimits, files: 10, bytesMiB: 1 })
}

it('lets a sandbox use exactly what it may', () => {
  const limits = watch()
  expect(limits.take({ ...quiet, bytes: 1_048_576 })).toBeUndefined()
  expect(limits.hits).toEqual([])
})

it.each([
  ['files', { files: 11 }],
  ['bytes', { bytes: 1_048_577 }],
  ['memory', { oomKills: 1 }],
] as const)('ends a sandbox for too much of %s, named', (limit, over) => {
  const limits = watch()
  expect(limits.take({ ...quiet, ...over })).toMatchObject({ limit, code: 'VITRIAL_LIMIT_REACHED' })
  expect(limits.hits.map((hit) => hit.limit)).toEqual([limit])
})

it('notes a refused process, and ends the sandbox only when it goes on', () => {
  const limits = watch()
  expect(limits.take({ ...quiet, refusedForks: 3 })).toBeUndefined()
  expect(limits.hits.map((hit) => hit.limit)).toEqual(['processes'])
  for (let look = 0; look < 20; look += 1) {
    expect(limits.take({ ...quiet, refusedForks: 3 })).toBeUndefined()
  }
  // Now and then is enough: a program that waits before it tries again is refused less often.
  const verdicts = [4, 4, 5, 5, 6, 7, 8].map((refusedForks) => limits.take({ ...quiet, refusedForks }))
  expect(verdicts.slice(0, 6).filter(Boolean)).toEqual([])
  expect(verdicts[6]).toMatchObject({ limit: 'processes' })
})
