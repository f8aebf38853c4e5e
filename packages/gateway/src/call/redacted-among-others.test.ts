import { createRedactor, redactionMark } from '@vitrial/core/redaction'
import { expect, test } from 'vitest'
import { redactedAmongOthers } from './redacted-among-others.ts'

const secret = 'sk-live-0123456789'
const redactor = createRedactor([secret])

test('other work goes on while a large value is redacted', async () => {
  const messages = Array.from({ length: 80 }, (_, index) => `${'x'.repeat(100_000)} ${secret} ${index}`)
  let turns = 0
  const count = (): void => {
    turns += 1
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  const redacted = await redactedAmongOthers({ messages }, redactor)
  clearImmediate(turn)

  expect(turns).toBeGreaterThanOrEqual(12)
  expect(redacted).toEqual(redactor.value({ messages }))
  expect(JSON.stringify(redacted)).not.toContain(secret)
  expect(JSON.stringify(redacted).split(redactionMark)).toHaveLength(81)
})

test('a small one is redacted at once', async () => {
  let isLater = false
  const turn = setImmediate(() => (isLater = true))
  expect(await redactedAmongOthers([secret, 1, null], redactor)).toEqual([redactionMark, 1, null])
  expect(isLater).toBe(false)
  clearImmediate(turn)
})
