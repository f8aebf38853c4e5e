import {
  BenchmarkError,
  CancelledError,
  InfrastructureError,
  JudgeError,
  MetricFailedError,
  MetricUndecidedError,
} from '@vitrial/core/errors'
import { beforeAll, describe, expect as vitestExpect, test } from 'vitest'
import { expect as evalExpect } from './eval-expect.ts'
import { registerRunMatchers } from './register-run-matchers.ts'
import { runHandle, type RunToAssert } from './run-handle.fixture.ts'
import type { RunMatchers } from './run-matchers.ts'

beforeAll(registerRunMatchers)

/** The matchers, as a file sees them whose types nobody checks. */
type Loose = Readonly<Record<keyof RunMatchers, (...expected: unknown[]) => Promise<void>>>

type Assert = (matchers: RunMatchers) => Promise<void>

/** What an assertion rejects with; undefined if it holds. */
async function failureOf(run: RunToAssert, assert: Assert): Promise<Error | undefined> {
  try {
    await assert(evalExpect(runHandle(run)))
    return undefined
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** With and without `.not`. */
async function verdicts(run: RunToAssert, assert: Assert): Promise<readonly [string, string]> {
  return [
    verdictOf(await failureOf(run, assert)),
    verdictOf(await failureOf(run, (matchers) => assert(matchers.not))),
  ]
}

function verdictOf(error: Error | undefined): 'holds' | 'fails' | 'undecided' {
  if (error === undefined) return 'holds'
  return error instanceof MetricUndecidedError ? 'undecided' : 'fails'
}

const asked = (value: number | null): RunToAssert => ({ metrics: { asked: value } })
const two = (first: number | null, second: number | null): RunToAssert => ({
  metrics: { asked: first, bound: second },
})
const tools: RunToAssert['tools'] = [
  { name: 'bash', input: { command: 'psql -c "select 1"', timeout: 5 }, output: '1 row' },
  { name: 'bash', input: { command: 'ls' }, status: 'error', error: 'not found' },
  { name: 'edit', input: { file: 'a.sql', edits: [{ new: 'SELECT 1' }] } },
]
const files: RunToAssert['files'] = {
  initial: { 'old.txt': 'same\n', 'sum.js': 'a - b\n', 'gone.txt': 'gone\n' },
  final: { 'old.txt': 'same\n', 'sum.js': 'a + b\n', 'new.txt': 'SELECT 1;\n' },
}
const quote = { kind: 'response', quote: 'Which dialect?' } as const
const artifact = { kind: 'artifact', path: 'a.sql', revision: 'final', quote: 'SELECT 1' } as const

const yes = ['holds', 'fails'] as const
const no = ['fails', 'holds'] as const
const open = ['undecided', 'undecided'] as const

test.each<{ says: string; run: RunToAssert; assert: Assert; expected: readonly [string, string] }>([
  { says: 'a metric at 1', run: asked(1), assert: (run) => run.toPassMetric('asked'), expected: yes },
  { says: 'a metric at 0', run: asked(0), assert: (run) => run.toPassMetric('asked'), expected: no },
  { says: 'a metric at 0.5', run: asked(0.5), assert: (run) => run.toPassMetric('asked'), expected: no },
  { says: 'an open metric', run: asked(null), assert: (run) => run.toPassMetric('asked'), expected: open },

  { says: 'the value', run: asked(1), assert: (run) => run.judge({ asked: 1 }), expected: yes },
  { says: 'a fraction', run: asked(0.3), assert: (run) => run.judge({ asked: 0.1 + 0.2 }), expected: yes },
  { says: 'another value', run: asked(0), assert: (run) => run.judge({ asked: 1 }), expected: no },
  { says: 'a null for a value', run: asked(null), assert: (run) => run.judge({ asked: 0 }), expected: open },
  { says: 'an expected null', run: asked(null), assert: (run) => run.judge({ asked: null }), expected: yes },
  { says: 'a value for a null', run: asked(1), assert: (run) => run.judge({ asked: null }), expected: no },
  {
    says: 'a difference beside an open metric',
    run: two(0, null),
    assert: (run) => run.judge({ asked: 1, bound: 1 }),
    expected: no,
  },
  {
    says: 'an open metric beside the value',
    run: two(1, null),
    assert: (run) => run.judge({ asked: 1, bound: 1 }),
    expected: open,
  },
  {
    says: 'an open metric not named',
    run: two(1, null),
    assert: (run) => run.judge({ asked: 1 }),
    expected: yes,
  },
  {
    says: 'the value with its citation',
    run: { ...asked(1), citations: [quote] },
    assert: (run) => run.judge({ asked: { value: 1, evidence: [/which/i, { kind: 'response' }] } }),
    expected: yes,
  },
  {
    says: 'the value without the citation',
    run: { ...asked(1), citations: [quote] },
    assert: (run) => run.judge({ asked: { value: 1, evidence: ['PostgreSQL'] } }),
    expected: no,
  },

  { says: 'a mean above', run: two(1, 0.5), assert: (run) => run.toHaveScore(0.75), expected: yes },
  { says: 'a mean below', run: two(1, 0), assert: (run) => run.toHaveScore(0.6), expected: no },
  {
    says: 'a mean above the range',
    run: two(1, 1),
    assert: (run) => run.toHaveScore({ max: 0.9 }),
    expected: no,
  },
  {
    says: 'a mean in range',
    run: two(1, 0),
    assert: (run) => run.toHaveScore({ min: 0.4, max: 0.6 }),
    expected: yes,
  },
  {
    says: 'a mean that can still reach',
    run: two(1, null),
    assert: (run) => run.toHaveScore(0.8),
    expected: open,
  },
  {
    says: 'a mean that has reached',
    run: two(1, null),
    assert: (run) => run.toHaveScore(0.5),
    expected: yes,
  },
  {
    says: 'a mean that cannot reach',
    run: two(0, null),
    assert: (run) => run.toHaveScore(0.6),
    expected: no,
  },

  {
    says: 'words of a quote',
    run: { ...asked(0), citations: [quote] },
    assert: (run) => run.toCite('asked', 'dialect'),
    expected: yes,
  },
  {
    says: 'a file and a pattern',
    run: { ...asked(1), citations: [quote, artifact] },
    assert: (run) => run.toCite('asked', { path: 'a.sql', quote: /^SELECT/g }),
    expected: yes,
  },
  {
    says: 'another revision',
    run: { ...asked(1), citations: [artifact] },
    assert: (run) => run.toCite('asked', { path: 'a.sql', revision: 'initial' }),
    expected: no,
  },
  {
    says: 'a citation of an open metric',
    run: { ...asked(null), citations: [quote] },
    assert: (run) => run.toCite('asked', 'dialect'),
    expected: open,
  },

  { says: 'a tool', run: { tools }, assert: (run) => run.toHaveCalledTool('bash'), expected: yes },
  { says: 'a tool by pattern', run: { tools }, assert: (run) => run.toHaveCalledTool(/^ed/g), expected: yes },
  { says: 'no such tool', run: { tools }, assert: (run) => run.toHaveCalledTool('write'), expected: no },
  { says: 'no tool at all', run: {}, assert: (run) => run.toHaveCalledTool('bash'), expected: no },
  {
    says: 'a pattern in the input, quotes and all',
    run: { tools },
    assert: (run) => run.toHaveCalledTool('bash', { input: /psql -c "select/ }),
    expected: yes,
  },
  {
    says: 'fields of the input',
    run: { tools },
    assert: (run) => run.toHaveCalledTool('bash', { input: { command: /psql/, timeout: 5 } }),
    expected: yes,
  },
  {
    says: 'deep fields of the input',
    run: { tools },
    assert: (run) =>
      run.toHaveCalledTool('edit', { input: { edits: [{ new: vitestExpect.stringContaining('SELECT') }] } }),
    expected: yes,
  },
  {
    says: 'another field',
    run: { tools },
    assert: (run) => run.toHaveCalledTool('bash', { input: { command: /psql/, timeout: 6 } }),
    expected: no,
  },
  {
    says: 'words of the output',
    run: { tools },
    assert: (run) => run.toHaveCalledTool('bash', { output: '1 row' }),
    expected: yes,
  },
  {
    says: 'words of the error',
    run: { tools },
    assert: (run) => run.toHaveCalledTool('bash', { output: /not found/ }),
    expected: yes,
  },
  {
    says: 'so many calls',
    run: { tools },
    assert: (run) => run.toHaveCalledTool('bash', { times: 2 }),
    expected: yes,
  },
  {
    says: 'too many calls',
    run: { tools },
    assert: (run) => run.toHaveCalledTool('bash', { times: 1 }),
    expected: no,
  },
  {
    says: 'no call, as asked',
    run: {},
    assert: (run) => run.toHaveCalledTool('x', { times: 0 }),
    expected: yes,
  },

  { says: 'a new file', run: { files }, assert: (run) => run.toHaveWritten('new.txt'), expected: yes },
  {
    says: 'a changed file',
    run: { files },
    assert: (run) => run.toHaveWritten('sum.js', 'a + b'),
    expected: yes,
  },
  {
    says: 'a pattern',
    run: { files },
    assert: (run) => run.toHaveWritten('new.txt', /^SELECT 1;\n$/g),
    expected: yes,
  },
  {
    says: 'other content',
    run: { files },
    assert: (run) => run.toHaveWritten('sum.js', 'a - b'),
    expected: no,
  },
  { says: 'a file left alone', run: { files }, assert: (run) => run.toHaveWritten('old.txt'), expected: no },
  { says: 'a removed file', run: { files }, assert: (run) => run.toHaveWritten('gone.txt'), expected: no },
  { says: 'no such file', run: { files }, assert: (run) => run.toHaveWritten('none.txt'), expected: no },

  { says: 'a run in time', run: {}, assert: (run) => run.toFinishWithin(1_000), expected: yes },
  { says: 'a slow run', run: {}, assert: (run) => run.toFinishWithin(999), expected: no },
  {
    says: 'a cheap run',
    run: { summary: usage(0.01) },
    assert: (run) => run.toCostLessThan(0.02),
    expected: yes,
  },
  {
    says: 'a run at the limit',
    run: { summary: usage(0.02) },
    assert: (run) => run.toCostLessThan(0.02),
    expected: no,
  },
  {
    says: 'an unknown cost',
    run: { summary: usage(null) },
    assert: (run) => run.toCostLessThan(9),
    expected: open,
  },
])('$says: $expected, with and without .not', async ({ run, assert, expected }) => {
  vitestExpect(await verdicts(run, assert)).toEqual(expected)
})

function usage(costUsd: number | null): NonNullable<RunToAssert['summary']> {
  return {
    usage: {
      calls: 3,
      inputTokens: 1,
      outputTokens: 1,
      reasoningTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      costUsd,
    },
  }
}

describe('a failure', () => {
  test('of a metric shows value, reason, quotes and judge, and where the metric is declared', async () => {
    const run = { ...asked(0), citations: [quote] }

    const error = await failureOf(run, (matchers) => matchers.toPassMetric('asked'))

    vitestExpect(error).toBeInstanceOf(MetricFailedError)
    vitestExpect(error).toMatchObject({ code: 'VITRIAL_METRIC_FAILED' })
    vitestExpect(error?.message.split('\n').filter((line) => line !== '')).toEqual([
      'asked is 0 — It asked',
      '  Reason of asked.',
      '  response            “Which dialect?”',
      '  judged by scripted/judge, 1 evidence read',
    ])
    vitestExpect(error?.stack).toMatch(/at \/b\/evals\/ask\/judge\.md:3:1$/)
  })

  test('under .not says what was not to be', async () => {
    const passed = await failureOf(asked(1), (matchers) => matchers.not.toPassMetric('asked'))
    const called = await failureOf({ tools }, (matchers) => matchers.not.toHaveCalledTool('edit'))

    vitestExpect(passed?.message).toMatch(/^asked is 1, expected below 1\n/)
    vitestExpect(called?.message).toBe(
      'expected not a call of edit, and 1 of 3 tool calls is such\n\n' +
        '  edit {"file":"a.sql","edits":[{"new":"SELECT 1"}]}',
    )
  })

  test('of a judgment names each difference and shows the evidence', async () => {
    const run = { ...two(0, 1), citations: [quote] }

    const error = await failureOf(run, (matchers) =>
      matchers.judge({ asked: 1, bound: { value: 1, evidence: [{ kind: 'tool', id: 'call_9' }] } }),
    )

    vitestExpect(error?.message).toMatch(/^asked is 0, expected 1; bound does not cite tool call_9\n/)
    vitestExpect(error?.message).toContain('Reason of bound.')
  })

  test('cuts what it shows between two characters', async () => {
    const beforeInput = 'bash {"c":"'.length
    const c = `${'x'.repeat(160 - beforeInput - 1)}😀yyyy`
    const call = { name: 'bash', status: 'completed', input: { c } } as const
    const error = await failureOf({ tools: [call] }, (matchers) => matchers.toHaveCalledTool('edit'))
    vitestExpect(error?.message).toMatch(/, and 0 of 1 tool call is such\n\n {2}bash \{"c":"x+…$/)
  })

  test('of a tool call shows the calls there were', async () => {
    const error = await failureOf({ tools }, (matchers) =>
      matchers.toHaveCalledTool('bash', { input: /mysql/, times: 2 }),
    )

    vitestExpect(error?.message).toBe(
      [
        'expected a call of bash with input matching /mysql/ 2 times, and 0 of 3 tool calls are such',
        '',
        '  bash {"command":"psql -c \\"select 1\\"","timeout":5}',
        '  bash {"command":"ls"}  (failed)',
        '  edit {"file":"a.sql","edits":[{"new":"SELECT 1"}]}',
      ].join('\n'),
    )
  })

  test('of a file shows what it holds, or what the run did change', async () => {
    const content = await failureOf({ files }, (matchers) => matchers.toHaveWritten('sum.js', 'b - a'))
    const missing = await failureOf({ files }, (matchers) => matchers.toHaveWritten('none.txt'))

    vitestExpect(content?.message).toContain('expected the run to write sum.js containing “b - a”')
    vitestExpect(content?.message).toContain('    a + b')
    vitestExpect(missing?.message).toBe(
      'expected the run to write none.txt\n\n' +
        '  there is no such file; the run changed\n' +
        '    gone.txt (removed)\n    new.txt (added)\n    sum.js (changed)',
    )
  })

  test.each([
    ['another case', 'Bash', (matchers: RunMatchers) => matchers.not.toHaveCalledTool('Bash')],
    ['a slip', 'bsh', (matchers: RunMatchers) => matchers.not.toHaveCalledTool('bsh')],
    [
      'two keys changed',
      'bahs',
      (matchers: RunMatchers) => matchers.not.toHaveCalledTool('bahs', { output: 'x' }),
    ],
    ['no times', 'BASH', (matchers: RunMatchers) => matchers.toHaveCalledTool('BASH', { times: 0 })],
  ])('of a name that is none of a tool, by %s, says so instead of passing', async (_, name, assert) => {
    const error = await failureOf({ tools: [{ name: 'bash' }] }, assert)
    vitestExpect(error).toBeInstanceOf(BenchmarkError)
    vitestExpect(error?.message).toContain(`The run called no tool ${JSON.stringify(name)}, but "bash".`)
    vitestExpect(error?.message).toContain(`/^${name}$/`)
  })

  test.each([
    ['is another word', (matchers: RunMatchers) => matchers.not.toHaveCalledTool('task')],
    ['differs by a number', (matchers: RunMatchers) => matchers.not.toHaveCalledTool('server_2')],
    [
      'is like one that was called, too',
      (matchers: RunMatchers) => matchers.not.toHaveCalledTool('edits', { output: 'x' }),
    ],
    ['is a pattern', (matchers: RunMatchers) => matchers.not.toHaveCalledTool(/^Bash$/)],
  ])('is none where a name %s', async (_, assert) => {
    const called = ['bash', 'server_1', 'edit', 'edits'].map((name) => ({ name }))
    vitestExpect(await failureOf({ tools: called }, assert)).toBeUndefined()
  })

  test('shows recorded text without what a terminal would obey', async () => {
    const hostile = [{ name: 'ba\u001B[2Jsh', input: { command: 'rm \u009B2J' } }]
    const error = await failureOf({ tools: hostile }, (matchers) => matchers.toHaveCalledTool('edit'))
    vitestExpect(error?.message).toMatch(/"ba.*\[2Jsh" .*rm .*2J/)
    for (const obeyed of ['\u001B', '\u009B']) vitestExpect(error?.message).not.toContain(obeyed)
  })

  test.each<[string, (run: Loose) => Promise<void>]>([
    ['it takes other arguments', (run) => run.toPassMetric()],
    ['the first argument wants the id of a metric', (run) => run.toPassMetric(1)],
    ['it takes other arguments', (run) => run.toFinishWithin(1, 2)],
    ['the second argument wants text or a pattern', (run) => run.toCite('asked', 1)],
    ['kind of the second argument is one of response', (run) => run.toCite('asked', { kind: 'reply' })],
    ['the second argument has no "words"', (run) => run.toCite('asked', { words: 'x' })],
    ['the second argument has no "inpt"', (run) => run.toHaveCalledTool('bash', { inpt: /x/ })],
    ['times of the second argument wants a whole number', (run) => run.toHaveCalledTool('a', { times: '2' })],
    ['asked of the first argument wants a number', (run) => run.judge({ asked: 'yes' })],
    ['asked.value of the first argument wants a number', (run) => run.judge({ asked: { value: 'yes' } })],
    [
      'asked.evidence of the first argument wants a list',
      (run) => run.judge({ asked: { value: 1, evidence: 'x' } }),
    ],
    ['for 80 % write 0.8', (run) => run.toHaveScore('abc')],
    ['a min above its max', (run) => run.toHaveScore({ min: 0.9, max: 0.1 })],
    ['the first argument wants a path in the workspace', (run) => run.toHaveWritten('/etc/passwd')],
    ['the first argument wants a path in the workspace', (run) => run.toHaveWritten('src/../../x')],
    ['the first argument wants a number', (run) => run.toCostLessThan('1')],
    ['the first argument wants a number', (run) => run.toFinishWithin('5s')],
  ])('says %s, with .not too', async (said, assert) => {
    const loose = (matchers: RunMatchers): Promise<void> =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as from a file whose types nobody checks
      assert(matchers as unknown as Loose)
    for (const wrong of [
      await failureOf(asked(1), loose),
      await failureOf(asked(1), (matchers) => loose(matchers.not)),
    ]) {
      vitestExpect(wrong).toBeInstanceOf(BenchmarkError)
      vitestExpect(wrong).toMatchObject({ code: 'VITRIAL_MATCHER_ARGUMENT' })
      vitestExpect(wrong?.message).toContain(said)
      vitestExpect(wrong?.message).toMatch(/ Write \w+\(/)
    }
  })

  test('takes a path as it is usually written', async () => {
    vitestExpect(await verdicts({ files }, (run) => run.toHaveWritten('./sum.js'))).toEqual([
      'holds',
      'fails',
    ])
  })

  test('says the message that was given to expect', async () => {
    const failed = evalExpect(runHandle(asked(0)), 'on the first turn').toPassMetric('asked')
    await vitestExpect(failed).rejects.toThrow(/^on the first turn: asked is 0/)
  })
})

describe('what is not the agent’s fault', () => {
  test.each<[string, RunToAssert, object]>([
    [
      'a failed judge',
      {
        judging: { status: 'failed', error: { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'It gave up.' } },
      },
      JudgeError,
    ],
    ['a recording that cannot be judged', { judging: { status: 'not_judgeable' } }, InfrastructureError],
    [
      'cancelled judging',
      { judging: { status: 'failed', error: { code: 'VITRIAL_CANCELLED', message: 'bail' } } },
      CancelledError,
    ],
  ])('%s rejects with its own class, also under .not', async (_name, run, errorClass) => {
    for (const not of [false, true]) {
      const error = await failureOf(run, (matchers) => (not ? matchers.not : matchers).toPassMetric('asked'))
      vitestExpect(error).toBeInstanceOf(errorClass)
    }
  })

  test('a failed judge shows its code and where the eval is', async () => {
    const error = { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'It gave up.' } as const
    const thrown = await failureOf({ judging: { status: 'failed', error } }, (run) =>
      run.toPassMetric('asked'),
    )
    vitestExpect(thrown?.message).toBe('It gave up.\n\n  VITRIAL_JUDGE_NO_SUBMISSION\n')
    vitestExpect(thrown?.stack).toContain('at /b/evals/ask/judge.md:1:1')
  })
})

describe('a wrong argument', () => {
  test.each<[string, Assert, string]>([
    ['a metric that is not declared', (run) => run.toPassMetric('aksed'), 'Did you mean "asked"?'],
    ['no metric', (run) => run.judge({}), 'expects nothing of any metric'],
    ['no bound of a score', (run) => run.toHaveScore({}), 'write min, max or both'],
    ['a percentage', (run) => run.toHaveScore(80), 'for 80 % write 0.8'],
  ])('%s fails and says what to write, also under .not', async (_name, assert, advice) => {
    for (const error of [
      await failureOf(asked(1), assert),
      await failureOf(asked(1), (run) => assert(run.not)),
    ]) {
      vitestExpect(error).toBeInstanceOf(BenchmarkError)
      vitestExpect(error?.message).toContain(advice)
    }
  })

  test('something that is no run is said so', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a person without types could write
    const matchers = vitestExpect({}) as unknown as RunMatchers
    vitestExpect(() => matchers.toPassMetric('asked')).toThrow('takes the `run` that evalTest gives')
  })
})
