import { expect, test } from 'vitest'
import { checkNode } from './check-node.ts'

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('takes node %s', (version) => {
  expect(checkNode(version)).toEqual({ id: 'node', state: 'ok', text: `node ${version}` })
})

test.each(['20.18.9', '18.20.0'])('refuses node %s', (version) => {
  expect(checkNode(version)).toMatchObject({ state: 'no', fix: expect.stringContaining('20.19') })
})
