import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test('takes every secret out of every text, however deep', () => {
  const value = {
    headers: { Authorization: 'Bearer s3cret' },
    list: ['s3cret and other', 1, null, true],
    keep: 'plain',
  }
  expect(redact(value, ['s3cret', 'other'])).toEqual({
    headers: { Authorization: 'Bearer [redacted]' },
    list: ['[redacted] and [redacted]', 1, null, true],
    keep: 'plain',
  })
})
