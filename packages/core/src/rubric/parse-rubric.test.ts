import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ErrorRecord } from '../errors/error-record.ts'
import { BenchmarkError } from '../errors/vitrial-error.ts'
import { parseRubric } from './parse-rubric.ts'

function problemsOf(text: string): readonly ErrorRecord[] {
  try {
    parseRubric(text, 'judge.md')
  } catch (error) {
    if (error instanceof BenchmarkError) return error.problems
    throw error
  }
  return []
}

function metricsOf(text: string): readonly (readonly [string, string, number])[] {
  return parseRubric(text, 'judge.md').metrics.map(({ id, label, line }) => [id, label, line])
}

describe('a rubric', () => {
  test('has a title, its metrics in order with their lines, and its text unchanged', () => {
    const text = '# SQL\n\nBe strict.\n\n## Metric: b_two — Second\nText\n\n## Criterion: a1 — First\n'
    expect(parseRubric(text, 'judge.md')).toStrictEqual({
      title: 'SQL',
      metrics: [
        { id: 'b_two', label: 'Second', line: 5 },
        { id: 'a1', label: 'First', line: 8 },
      ],
      text,
    })
  })

  test.each([
    ['an em dash', '## Metric: asked — Asks'],
    ['an en dash', '## Metric: asked – Asks'],
    ['a hyphen', '## Metric: asked - Asks'],
    ['two hyphens', '## Metric: asked -- Asks'],
    ['a dash without spaces', '## Metric: asked—Asks'],
    ['closing marks', '## Metric: asked — Asks ##'],
    ['no space after the colon', '## Metric:asked — Asks'],
    ['a byte order mark', '\uFEFF## Metric: asked — Asks'],
    ['Windows line ends', '## Metric: asked — Asks\r\nText\r\n'],
  ])('reads a heading with %s', (_, text) => {
    expect(metricsOf(text)).toStrictEqual([['asked', 'Asks', 1]])
  })

  test('keeps dashes inside a label', () => {
    expect(metricsOf('## Metric: asked — Asks - or says — why')).toStrictEqual([
      ['asked', 'Asks - or says — why', 1],
    ])
  })

  test.each(['## Metric: asked', '## Metric: asked —', '## Metric: asked -'])(
    'labels a metric without a label by its id: %s',
    (text) => expect(metricsOf(text)).toStrictEqual([['asked', 'asked', 1]]),
  )

  test.each([
    ['code fence', '```sql\nSELECT 1\n'],
    ['comment', '<!-- strict?\n'],
  ])('names a %s that is never closed and hides a metric', (what, opening) => {
    const text = `## Metric: seen — S\n\n${opening}\n## Metric: hidden — H\n`
    expect(problemsOf(text)).toStrictEqual([
      {
        code: 'VITRIAL_RUBRIC_METRIC_HEADING',
        message: `The ${what} that begins here is never closed, so the metric on line ${text.split('\n').length - 1} is not read. Close it.`,
        location: { file: 'judge.md', line: 3 },
      },
    ])
    // As Markdown has it, the end of the file closes it, too.
    expect(metricsOf(`## Metric: seen — S\n\n${opening}`)).toHaveLength(1)
  })

  test('reads no metric in fenced code or comments', () => {
    const fenced =
      '````md\n## Metric: shown — X\n```\n## Metric: shown — X\n````\n~~~\n## metric x\n```\n~~~\n'
    const comment = '<!--\n## Metric: hidden — X\n-->\n<!-- ## Metric: y -->\n'
    expect(metricsOf(`${fenced}${comment}## Metric: real — R`)).toStrictEqual([['real', 'R', 14]])
  })

  test('reads the categories below a heading', () => {
    const text =
      '## Metric: a — A\nCategories: sql, safety , sql\n\n## Metric: b\n\nCategory: ui\n\n## Metric: c\nCategories:\n'
    expect(parseRubric(text, 'judge.md').metrics.map((metric) => metric.categories)).toStrictEqual([
      ['sql', 'safety'],
      ['ui'],
      undefined,
    ])
  })

  test.each([
    '# Metric conversions',
    '## Metrics',
    '## Criteria: be strict with units',
    '## Matrix: rows and columns',
    '## How the metric is graded',
    '#metric-tag',
  ])('leaves ordinary headings alone: %s', (heading) => {
    expect(metricsOf(`${heading}\n## Metric: a — A`)).toStrictEqual([['a', 'A', 2]])
  })
})

describe('a wrong rubric', () => {
  test.each(['', '# Title\n\nWords only.\n', '```\n## Metric: a — A\n```'])(
    'without metrics says so: %j',
    (text) => {
      expect(problemsOf(text)).toStrictEqual([
        {
          code: 'VITRIAL_RUBRIC_NO_METRICS',
          message:
            'No metrics. Write a heading such as "## Metric: some_id — What it requires" for each requirement to grade.',
          location: { file: 'judge.md' },
        },
      ])
    },
  )

  test('that declares a metric twice names both lines', () => {
    expect(
      problemsOf('# T\n\n## Metric: asked_dialect — A\n\n## Criterion: asked_dialect — B\n'),
    ).toStrictEqual([
      {
        code: 'VITRIAL_RUBRIC_DUPLICATE_METRIC',
        message:
          'Metric "asked_dialect" is declared twice, first on line 3. Rename or remove one: each id is one row in every result.',
        location: { file: 'judge.md', line: 5 },
      },
    ])
  })

  test.each([
    ['Asked', '"Asked" is not a metric id. Write lowercase snake_case, such as "asked".'],
    [
      'asked-dialect — X',
      '"asked-dialect" is not a metric id. Write lowercase snake_case, such as "asked_dialect".',
    ],
    [
      'asked dialect — X',
      '"asked dialect" is not a metric id. Write lowercase snake_case, such as "asked_dialect".',
    ],
    ['1st — X', '"1st" is not a metric id. Write lowercase snake_case, such as "st".'],
    ['__proto__', '"__proto__" is not a metric id. Write lowercase snake_case, such as "proto".'],
    ['— X', 'A metric has no id. Write "## Metric: some_id — What it requires".'],
    ['', 'A metric has no id. Write "## Metric: some_id — What it requires".'],
  ])('with the id %j says how to write it', (declared, message) => {
    expect(problemsOf(`## Metric: ${declared}`)).toStrictEqual([
      { code: 'VITRIAL_RUBRIC_METRIC_ID', message, location: { file: 'judge.md', line: 1 } },
    ])
  })

  test.each([
    '## metric asked',
    '## metric: asked — Asks',
    '## Metric asked — Asks',
    '## Metric : asked — Asks',
    '### Metric: asked — Asks',
    '# Metric: asked — Asks',
    '##Metric: asked — Asks',
    '## **Metric: asked**',
    '## Metrics: asked — Asks',
    '## Metrc: asked — Asks',
    '## Criterium: asked',
    '## CRITERION asked',
  ])('with a misspelled metric heading names it: %s', (heading) => {
    expect(problemsOf(`## Metric: ok — Ok\n${heading}\n`)).toStrictEqual([
      {
        code: 'VITRIAL_RUBRIC_METRIC_HEADING',
        message: `${JSON.stringify(heading)} looks like a metric and is none. Write "## Metric: some_id — What it requires".`,
        location: { file: 'judge.md', line: 2 },
      },
    ])
  })

  test('lists all its problems at once', () => {
    const problems = problemsOf('## Metric: A\n## metric b\n## Metric: c\n## Metric: c\n')
    expect(problems.map(({ code, location }) => [code, location?.line])).toStrictEqual([
      ['VITRIAL_RUBRIC_METRIC_ID', 1],
      ['VITRIAL_RUBRIC_METRIC_HEADING', 2],
      ['VITRIAL_RUBRIC_DUPLICATE_METRIC', 4],
    ])
  })
})

const fragment = fc.constantFrom(
  '#',
  '##',
  ' ',
  'Metric:',
  'metric',
  'Criterion:',
  '—',
  '-',
  'a_b',
  '\n',
  '\r\n',
  '```',
  '<!--',
  'Categories:',
  'X',
)

test('throws nothing but a BenchmarkError, whatever it is given', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => void problemsOf(text)),
    { numRuns: 2000 },
  )
})

test('gives back every id that was written, in order', () => {
  const id = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/)
  const metric = fc.record({
    id,
    word: fc.constantFrom('Metric', 'Criterion'),
    dash: fc.constantFrom(' — ', ' – ', ' - '),
    label: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 —-]{0,20}[a-z]$/),
    below: fc.constantFrom('', 'Some text.\n', '```\n## Metric: not_this — One\n```\n'),
  })
  const metrics = fc.uniqueArray(metric, { minLength: 1, maxLength: 8, selector: (one) => one.id })
  fc.assert(
    fc.property(metrics, fc.constantFrom('\n', '\r\n'), (written, lineEnd) => {
      const text = written
        .map((one) => `## ${one.word}: ${one.id}${one.dash}${one.label}\n${one.below}`)
        .join('\n')
      const read = parseRubric(text.replaceAll('\n', lineEnd), 'judge.md').metrics
      expect(read.map((one) => [one.id, one.label])).toStrictEqual(written.map((one) => [one.id, one.label]))
    }),
  )
})
