import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { labelNames, ownerOf, sandboxLabels } from './labels.ts'

const owner = { pid: 41, startedAtMs: 1_700_000_000_000, machine: 'laptop' }

it('labels a sandbox with its run, its owner and its time', () => {
  expect(sandboxLabels({ runId: 'run-1', sandboxId: 'run-1-ab', owner, createdAtMs: 5 })).toEqual({
    'vitrial.run': 'run-1',
    'vitrial.sandbox': 'run-1-ab',
    'vitrial.owner': '41:1700000000000:laptop',
    'vitrial.created': '5',
  })
})

it('reads back every owner it wrote, whatever the machine is called', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.string({ minLength: 1 }), (pid, startedAtMs, machine) => {
      const given = { pid, startedAtMs, machine }
      const labels = sandboxLabels({ runId: 'r', sandboxId: 's', owner: given, createdAtMs: 0 })
      expect(ownerOf(labels)).toEqual(given)
    }),
  )
})

it.each([undefined, {}, { [labelNames.owner]: 'root' }, { [labelNames.owner]: '1:2:' }])(
  'knows no owner of what carries %j',
  (labels) => {
    expect(ownerOf(labels)).toBeUndefined()
  },
)
