import { expect, test } from 'vitest'
import { tellsFailures } from './tells-failures.ts'

test.each(['default', 'verbose', 'tree', 'dot', 'minimal', 'agent'])('%s tells failures', (name) => {
  expect(tellsFailures({ reporters: [[name, {}]] })).toBe(true)
})

test.each(['json', 'junit', 'tap', 'tap-flat', 'github-actions', 'blob', 'html', 'hanging-process'])(
  '%s alone does not',
  (name) => {
    expect(tellsFailures({ reporters: [[name, {}]] })).toBe(false)
  },
)

test('one among several is enough, and what a person wrote is not known to tell anything', () => {
  const junit: ['junit', object] = ['junit', {}]
  expect(tellsFailures({ reporters: [junit, ['dot', {}]] })).toBe(true)
  expect(tellsFailures({ reporters: [junit, { onTestRunEnd: () => {} }] })).toBe(false)
  expect(tellsFailures({ reporters: [] })).toBe(false)
})
