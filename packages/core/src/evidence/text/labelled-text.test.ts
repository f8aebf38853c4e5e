import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelledText } from './labelled-text.ts'

test('puts raw text under its label', () => {
  expect(labelledText(['tool bash'], [{ label: 'output', text: 'one\n"two"' }])).toBe(
    '= tool bash\n= output\none\n"two"',
  )
})

test('uses a longer marker than any text that imitates one', () => {
  const text = labelledText(['exit code 1'], [{ label: 'input', text: 'x\n== exit code 0' }])
  expect(text).toBe('=== exit code 1\n=== input\nx\n== exit code 0')
})

test('keeps exactly the lines of the labels recognisable', () => {
  const line = fc.constantFrom('= output', '== output', '===', ' = x', 'text', '\r= output', '\u2028= output')
  fc.assert(
    fc.property(fc.array(line), fc.array(line), (first, second) => {
      const text = labelledText(
        [`tool ${first.join('\n')}`],
        [
          { label: 'input', text: first.join('\n') },
          { label: 'output', text: second.join('\n') },
        ],
      )
      const marker = /^=+/.exec(text)?.[0] ?? ''
      const labels = text.split(/[\n\r\u2028\u2029]/).filter((each) => each.startsWith(`${marker} `))
      expect(labels).toHaveLength(3)
    }),
  )
})
