import type { TranscriptToolCall } from '@vitrial/core/evidence'
import { counted, printable } from '@vitrial/core/text'
import { describeText, isTextMatched } from './expected-text.ts'
import { matchesShape } from './matches-shape.ts'

/** What is expected of a tool call. */
export interface ExpectedToolCall {
  /** A pattern for any text in the input, or fields it must have, patterns among their values. */
  readonly input?: RegExp | Readonly<Record<string, unknown>>
  /** Text that the output or error contains, or a pattern. */
  readonly output?: string | RegExp
  /** Exactly so many such calls. @default at least one */
  readonly times?: number
}

/** True for a call of this tool with this input and output. */
export function isToolCallMatched(
  call: TranscriptToolCall,
  name: string | RegExp,
  { input, output }: ExpectedToolCall,
): boolean {
  const isNamed = typeof name === 'string' ? call.name === name : new RegExp(name).test(call.name)
  if (!isNamed) return false
  if (input !== undefined && !matchesShape(call.input, input)) return false
  if (output === undefined) return true
  return [call.output, call.error].some((text) => text !== undefined && isTextMatched(text, output))
}

/** What was expected, as a person reads it. */
export function describeExpectedToolCall(name: string | RegExp, expected: ExpectedToolCall): string {
  const { input, output, times } = expected
  return [
    `a call of ${printable(String(name))}`,
    input !== undefined &&
      `with input ${input instanceof RegExp ? describeText(input) : describeShape(input)}`,
    output !== undefined && `with output ${describeText(output)}`,
    times !== undefined && counted(times, 'time'),
  ]
    .filter((part) => part !== false)
    .join(' ')
}

function describeShape(shape: unknown): string {
  return printable(
    JSON.stringify(shape, (_key, value: unknown) => (value instanceof RegExp ? String(value) : value)) ??
      'undefined',
  )
}
