import { expect, test } from 'vitest'
import { BenchmarkError, CancelledError, InfrastructureError } from './vitrial-error.ts'

const foreign = '\u001b[2J\n  ::add-mask::x\n##[error]y\u009b\u202e'
const shown = String.raw`\u{1b}[2J
  \u{3a}:add-mask::x
\u{23}#[error]y\u{9b}\u{202e}`

test('has a message without what a terminal or a CI runner would act on', () => {
  const errors = [
    new InfrastructureError('VITRIAL_INFRA_PROVIDER', foreign),
    new CancelledError(foreign),
    new BenchmarkError('VITRIAL_EVAL_INVALID', foreign),
  ]
  for (const error of errors) {
    expect(error.message).toBe(shown)
    expect(error.toRecord().message).toBe(shown)
    expect(error.stack).toContain(shown)
  }
})

test('has such messages for each of its problems, too', () => {
  const problems = [{ code: 'VITRIAL_EVAL_INVALID', message: foreign }] as const
  expect(new BenchmarkError('VITRIAL_EVAL_INVALID', 'One.', { problems }).problems[0]?.message).toBe(shown)
})
