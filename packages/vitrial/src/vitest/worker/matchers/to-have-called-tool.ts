import { BenchmarkError, slipOf } from '@vitrial/core/errors'
import type { TranscriptToolCall } from '@vitrial/core/evidence'
import { counted, ellipsize, printable, quotedName } from '@vitrial/core/text'
import { describeExpectedToolCall, isToolCallMatched, type ExpectedToolCall } from './expected-tool-call.ts'
import type { RunMatcher } from './run-matcher.ts'

const shownCalls = 10
const shownCharacters = 160

export const toHaveCalledTool: RunMatcher<[name: string | RegExp, expected?: ExpectedToolCall]> = async (
  { run, isNot },
  name,
  expected = {},
) => {
  const calls = await run.tools()
  const matching = calls.filter((call) => isToolCallMatched(call, name, expected))
  const { times } = expected
  const wanted = describeExpectedToolCall(name, expected)
  const pass = times === undefined ? matching.length > 0 : matching.length === times
  if (pass !== isNot && typeof name === 'string') checkName(name, calls)
  return {
    pass,
    message: () =>
      [
        `expected ${isNot ? 'not ' : ''}${wanted}, and ${matching.length} of ` +
          `${counted(calls.length, 'tool call')} ${matching.length === 1 || calls.length === 1 ? 'is' : 'are'} such`,
        '',
        ...callLines(isNot ? matching : calls),
      ].join('\n'),
  }
}

/** An assertion that holds because no tool has such a name says nothing. */
function checkName(name: string, calls: readonly TranscriptToolCall[]): void {
  const called = slipOf(name, [...new Set(calls.map((call) => call.name))])
  if (called === undefined) return
  throw new BenchmarkError(
    'VITRIAL_MATCHER_ARGUMENT',
    `The run called no tool ${JSON.stringify(name)}, but ${JSON.stringify(called)}. If it is not what you mean, write ` +
      `a pattern: toHaveCalledTool(/^${name}$/).`,
  )
}

function callLines(calls: readonly TranscriptToolCall[]): readonly string[] {
  const left = calls.length - shownCalls
  return [
    ...calls.slice(0, shownCalls).map(callLine),
    ...(left > 0 ? [`  and ${left} more`] : []),
    ...(calls.length === 0 ? ['  the agent called no tool'] : []),
  ]
}

function callLine({ name, input, status }: TranscriptToolCall): string {
  const text = `${quotedName(name)} ${JSON.stringify(input) ?? ''}`
  return `  ${printable(ellipsize(text, shownCharacters))}${status === 'error' ? '  (failed)' : ''}`
}
