import pc from 'picocolors'
import { expect, test } from 'vitest'
import { isReady, type Check } from './check.ts'
import { renderChecks } from './render-checks.ts'

const plain = pc.createColors(false)
const checks: readonly Check[] = [
  { id: 'node', state: 'ok', text: 'node 22.9.0' },
  { id: 'image', state: 'no', text: 'image vitrial/opencode:1.18.33 is missing', fix: 'npx vitrial image' },
  { id: 'keys', state: 'unknown', text: 'keys: none found' },
]

test('gives each check a line: the mark, what was found, and in one column what to do', () => {
  expect(renderChecks(checks, plain)).toBe(
    [
      'ok    node 22.9.0',
      'no    image vitrial/opencode:1.18.33 is missing           npx vitrial image',
      '??    keys: none found',
    ].join('\n'),
  )
})

test('breaks a long text below its own beginning, with what to do on a line of its own', () => {
  const text = `${'word '.repeat(30)}end`
  const lines = renderChecks([{ id: 'engine', state: 'no', text, fix: 'start it' }], plain).split('\n')

  expect(lines.map((line) => line.slice(0, 6))).toEqual(['no    ', '      ', '      '])
  expect(lines.every((line) => line.length <= 100)).toBe(true)
  expect(lines.at(-1)).toBe('      start it')
})

test('needs no colour to tell the marks apart, and uses it', () => {
  const painted = renderChecks(checks, pc.createColors(true))

  expect(painted).toContain(`${pc.createColors(true).red('no')}    image`)
})

test('is ready unless something that is needed is missing', () => {
  expect(isReady(checks)).toBe(false)
  expect(isReady(checks.filter(({ state }) => state !== 'no'))).toBe(true)
})
