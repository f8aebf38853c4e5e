import { benchmarkErrorOf } from '../errors/benchmark-problems.ts'
import { nearestOf } from '../errors/nearest.ts'
import type { BenchmarkProblem } from '../errors/error-record.ts'
import { ellipsize } from '../text/shorten.ts'
import { proseOf, type MarkdownLine, type Prose } from './prose.ts'
import type { Metric, Rubric } from './metric.ts'

const headingPattern = /^ {0,3}(?<marks>#{1,6})(?<text>(?:[ \t].*|[^#].*)?)$/
const metricPattern = /^[ \t]+(?:Metric|Criterion):(?<declared>.*)$/
/** An id, then perhaps a dash and a label. Only a hyphen needs the spaces: without them it belongs to the id. */
const declaredPattern = /^(?<id>.*?)(?:(?:\s*[—–]|(?:^|\s+)--?(?=\s|$))\s*(?<label>.*))?$/
const idPattern = /^[a-z][a-z0-9_]*$/
const categoriesPattern = /^Categor(?:y|ies):(?<names>.*)$/i
const firstWordPattern = /^[\s*_`]*(?<word>[A-Za-z]+)[\s*_`]*(?<colon>:)?[\s*_`]*(?<rest>.*)$/
const shownCharacters = 60
/** How a metric heading is written, for messages. */
const rightHeading = '"## Metric: some_id — What it requires"'

/**
 * Reads the metrics of a judge.md: `## Metric: id — Label` (or `## Criterion:`; an en dash or a hyphen
 * with spaces will do), each perhaps with a `Categories: a, b` line below it. What stands in fenced code
 * or in HTML comments is not read.
 *
 * @param file how the file is named in errors
 * @throws {BenchmarkError} listing every problem, if there is any
 */
export function parseRubric(text: string, file: string): Rubric {
  const reading = new RubricReading(file)
  const { lines, unclosed } = proseOf(text)
  for (const line of lines) reading.read(line)
  if (unclosed) reading.hidden(unclosed)
  return { ...reading.finish(), text }
}

class RubricReading {
  readonly #file: string
  readonly #problems: BenchmarkProblem[] = []
  readonly #metrics: Metric[] = []
  #title: string | undefined
  /** The metric whose heading or blank lines were just read, as categories may follow. */
  #open: Metric | undefined

  constructor(file: string) {
    this.#file = file
  }

  read(line: MarkdownLine): void {
    const categories = categoriesPattern.exec(line.text)?.groups?.['names']
    if (categories !== undefined && this.#open) return this.#categorize(this.#open, categories)
    if (line.text.trim() === '') return
    this.#open = undefined
    const declared = declarationIn(line.text)
    if (declared !== undefined) return this.#declare(declared, line.number)
    const { marks, heading } = headingIn(line.text)
    if (marks === '') return
    if (meansMetric(heading, marks.length)) return this.#misspelled(line)
    if (marks === '#' && /^\s+\S/.test(heading)) this.#title ??= heading.trim()
  }

  /** A metric that is silently left out is worse than a fence that has to be closed. */
  hidden({ what, number, lines }: NonNullable<Prose['unclosed']>): void {
    const metric = lines.find(({ text }) => declarationIn(text) !== undefined)
    if (metric === undefined) return
    const message = `The ${what} that begins here is never closed, so the metric on line ${metric.number} is not read. Close it.`
    this.#problem('VITRIAL_RUBRIC_METRIC_HEADING', message, number)
  }

  finish(): Pick<Rubric, 'title' | 'metrics'> {
    if (this.#problems.length === 0 && this.#metrics.length === 0) {
      const message = `No metrics. Write a heading such as ${rightHeading} for each requirement to grade.`
      this.#problems.push({ code: 'VITRIAL_RUBRIC_NO_METRICS', message, location: { file: this.#file } })
    }
    const [first, ...others] = this.#problems
    if (first) throw benchmarkErrorOf([first, ...others])
    return { title: this.#title, metrics: this.#metrics }
  }

  #declare(declared: string, line: number): void {
    const { id = '', label = '' } = declaredPattern.exec(declared)?.groups ?? {}
    if (!idPattern.test(id)) return this.#problem('VITRIAL_RUBRIC_METRIC_ID', wrongId(id), line)
    const earlier = this.#metrics.find((metric) => metric.id === id)
    if (earlier) {
      const message =
        `Metric "${id}" is declared twice, first on line ${earlier.line}. ` +
        'Rename or remove one: each id is one row in every result.'
      return this.#problem('VITRIAL_RUBRIC_DUPLICATE_METRIC', message, line)
    }
    this.#open = { id, label: label.trim() || id, line }
    this.#metrics.push(this.#open)
  }

  #categorize(metric: Metric, names: string): void {
    const categories = names.split(',').map((name) => name.trim())
    const named = [...new Set(categories.filter((name) => name !== ''))]
    if (named.length > 0) this.#metrics[this.#metrics.indexOf(metric)] = { ...metric, categories: named }
    this.#open = undefined
  }

  #misspelled(line: MarkdownLine): void {
    const message = `${JSON.stringify(ellipsize(line.text.trim(), shownCharacters))} looks like a metric and is none. Write ${rightHeading}.`
    this.#problem('VITRIAL_RUBRIC_METRIC_HEADING', message, line.number)
  }

  #problem(code: BenchmarkProblem['code'], message: string, line: number): void {
    this.#problems.push({ code, message, location: { file: this.#file, line } })
  }
}

/** A heading with its marks, both empty if the line is none. */
function headingIn(line: string): { readonly marks: string; readonly heading: string } {
  const { marks = '', text = '' } = headingPattern.exec(line)?.groups ?? {}
  return { marks, heading: text.replace(/\s+#+\s*$/, '') }
}

/** What a heading declares as a metric, as it is written. */
function declarationIn(line: string): string | undefined {
  const { marks, heading } = headingIn(line)
  return marks === '##' ? metricPattern.exec(heading)?.groups?.['declared']?.trim() : undefined
}

/**
 * Whether a heading that declares no metric was meant to. A metric that is silently left out is worse than
 * an ordinary heading that has to be renamed; only titles and mere neighbours of the words get the doubt.
 */
function meansMetric(heading: string, level: number): boolean {
  const { word = '', colon, rest = '' } = firstWordPattern.exec(heading)?.groups ?? {}
  if (/^(?:metric|criterion)$/i.test(word)) return colon !== undefined || level > 1
  return nearestOf(word, ['metric', 'criterion']) !== undefined && /^[a-z][a-z0-9_]*\s*(?:[—–-]|$)/.test(rest)
}

function wrongId(id: string): string {
  const example = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  if (id === '') return `A metric has no id. Write ${rightHeading}.`
  const instead = example === '' ? '' : `, such as "${ellipsize(example, shownCharacters)}"`
  return `${JSON.stringify(ellipsize(id, shownCharacters))} is not a metric id. Write lowercase snake_case${instead}.`
}
