import { expect, test } from 'vitest'
import { ProcessLog } from './process-log.ts'

const secret = 'p4ssw0rd-p4ssw0rd'

test('takes a secret out that came in pieces, and out of what is cut', () => {
  const log = new ProcessLog([secret])
  log.append(`begin ${secret.slice(0, 5)}`)
  log.append(secret.slice(5))
  const rest = 'x'.repeat(15_995)
  log.append(rest)
  expect(log.tail()).toBe(`cted]${rest}`)
})

test('tells what it holds back, and goes on', () => {
  const log = new ProcessLog([secret])
  log.append('an p4')
  expect(log.tail()).toBe('an p4')
  log.append('! the end')
  expect(log.tail()).toBe('an p4! the end')
})
