import { expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

test('shows a change in its context, far changes in hunks of their own', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`)
  const after = before.with(1, 'second\n').with(17, 'eighteenth\n')
  expect(unifiedDiff('a.txt', before.join(''), after.join(''))).toBe(
    [
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -1,5 +1,5 @@',
      ' line 1',
      '-line 2',
      '+second',
      ' line 3',
      ' line 4',
      ' line 5',
      '@@ -15,6 +15,6 @@',
      ' line 15',
      ' line 16',
      ' line 17',
      '-line 18',
      '+eighteenth',
      ' line 19',
      ' line 20',
    ].join('\n'),
  )
})

test('shows an added and a removed file, and a missing last line break', () => {
  expect(unifiedDiff('n', undefined, 'x')).toBe(
    '--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file',
  )
  expect(unifiedDiff('n', 'x\ny\n', undefined)).toBe('--- a/n\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y')
})

test('is empty for equal texts and does not compare huge ones', () => {
  expect(unifiedDiff('n', 'x', 'x')).toBe('')
  expect(unifiedDiff('n', 'x'.repeat(2_000_000), 'y')).toContain('Too large to compare')
})

test('quotes a name that would forge a head', () => {
  expect(unifiedDiff('new\n+++ b/line', 'x', 'y').split('\n').slice(0, 2)).toEqual([
    String.raw`--- "a/new\n+++ b/line"`,
    String.raw`+++ "b/new\n+++ b/line"`,
  ])
})
