import { expect, it } from 'vitest'
import { SharedGuardian } from './shared-guardian.ts'

it('gives all hosts one guardian, and closes it with the last', async () => {
  const told: string[] = []
  let count = 0
  const shared = new SharedGuardian(() => {
    count += 1
    const name = `guardian ${count}`
    return {
      hold: () => ({ [Symbol.dispose]: () => told.push(`${name} releases`) }),
      sweep: async () => {
        told.push(`${name} sweeps`)
        return []
      },
      [Symbol.asyncDispose]: async () => void told.push(`${name} closes`),
    }
  })
  const first = shared.lease()
  const second = shared.lease()

  await second[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
  first.hold({ kind: 'folder', path: '/nowhere' })[Symbol.dispose]()
  expect(told).toEqual(['guardian 1 releases'])
  await first[Symbol.asyncDispose]()
  expect(told).toEqual(['guardian 1 releases', 'guardian 1 closes'])

  await shared.lease().sweep(new AbortController().signal)
  expect(told.at(-1)).toBe('guardian 2 sweeps')
})
