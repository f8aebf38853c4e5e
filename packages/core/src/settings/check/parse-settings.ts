import { z } from 'zod'
import { benchmarkErrorOf } from '../../errors/benchmark-problems.ts'
import { errorMessage } from '../../errors/error-message.ts'
import { isErrorCodeOf } from '../../errors/error-table.ts'
import { suggestionFor } from '../../errors/nearest.ts'
import type { BenchmarkProblem } from '../../errors/error-record.ts'
import type { BenchmarkError } from '../../errors/vitrial-error.ts'
import { benchmarkSettingsSchema, type BenchmarkSettings } from '../schemas/benchmark-settings.ts'
import { evalSettingsSchema, type EvalSettings } from '../schemas/eval-settings.ts'
import { evalsOptionsSchema } from './evals-options.ts'
import { expectationOf, joinAlternatives, valueText } from './expectation.ts'

/**
 * Checks what `benchmark.ts` exports.
 *
 * @param file how the file is named in errors
 * @throws {BenchmarkError} listing every problem, if there is any
 */
export function parseBenchmarkSettings(value: unknown, file: string): BenchmarkSettings {
  if (!isSettingsObject(value)) {
    const instead = "export default { models: ['provider/model'] } satisfies Benchmark"
    throw noSettings(value, { file, invalid: 'VITRIAL_BENCHMARK_INVALID', instead })
  }
  return parseWith(benchmarkSettingsSchema, value, { file, invalid: 'VITRIAL_BENCHMARK_INVALID' })
}

/**
 * Checks what `eval.ts` exports.
 *
 * @param file how the file is named in errors
 * @throws {BenchmarkError} listing every problem, if there is any
 */
export function parseEvalSettings(value: unknown, file: string): EvalSettings {
  if (!isSettingsObject(value)) {
    const instead = 'export default { … } satisfies Eval'
    throw noSettings(value, { file, invalid: 'VITRIAL_EVAL_INVALID', instead })
  }
  return parseWith(evalSettingsSchema, value, { file, invalid: 'VITRIAL_EVAL_INVALID' })
}

/**
 * Checks what `defineEvals` is given.
 *
 * @throws {BenchmarkError} listing every problem, if there is any
 */
export function parseEvalsOptions(value: unknown): z.output<typeof evalsOptionsSchema> {
  const file = { file: 'defineEvals', invalid: 'VITRIAL_BENCHMARK_INVALID' } as const
  if (!isSettingsObject(value)) {
    const message = `defineEvals is given ${value === undefined ? 'nothing' : valueText(value)}. Write defineEvals({ root: './my-benchmark' }).`
    throw benchmarkErrorOf([{ code: file.invalid, message, location: { file: file.file } }])
  }
  return parseWith(evalsOptionsSchema, value, file)
}

interface SettingsFile {
  readonly file: string
  /** The code of a problem that has none of its own. */
  readonly invalid: BenchmarkProblem['code']
}

function isSettingsObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPromise(value)
}

function isPromise(value: unknown): boolean {
  return value instanceof Promise
}

function noSettings(value: unknown, file: SettingsFile & { readonly instead: string }): BenchmarkError {
  const found = value === undefined ? 'nothing' : isPromise(value) ? 'a promise' : valueText(value)
  const message = `The default export is ${found}. Write ${file.instead}.`
  return benchmarkErrorOf([{ code: file.invalid, message, location: { file: file.file } }])
}

function parseWith<Settings>(schema: z.ZodType<Settings>, value: unknown, file: SettingsFile): Settings {
  const explanation = new Explanation(file)
  const parse = (): z.ZodSafeParseResult<Settings> =>
    schema.safeParse(value, { reportInput: true, error: (issue) => explanation.expect(issue) })
  const parsed = reading(parse, file)
  if (parsed.success) return parsed.data
  const [first, ...others] = parsed.error.issues.flatMap((issue) => explanation.problems(issue, []))
  if (!first) throw parsed.error
  // Without its cause: that holds the values, and a key written by mistake may be among them.
  throw benchmarkErrorOf([first, ...others])
}

/** A module can export a getter or a proxy, which may throw when it is asked. */
function reading<Result>(read: () => Result, { file, invalid }: SettingsFile): Result {
  try {
    return read()
  } catch (cause) {
    const message = `A setting could not be read: ${errorMessage(cause)}. Write plain values, or mend what works them out.`
    throw benchmarkErrorOf([{ code: invalid, message, location: { file } }], { cause })
  }
}

/** Turns the issues of one parse into problems that name key, value and remedy. */
class Explanation {
  readonly #file: SettingsFile
  /** Messages made here; any other is a schema's own and a whole sentence. */
  readonly #expectations = new Set<string>()
  readonly #knownKeys = new Map<unknown, readonly string[]>()

  constructor(file: SettingsFile) {
    this.#file = file
  }

  /** What was expected, as the message of an issue. Zod asks while it still knows the schema. */
  expect(issue: z.core.$ZodRawIssue): string {
    if (issue.code === 'unrecognized_keys') {
      const known = this.#knownKeys.get(issue.input) ?? []
      this.#knownKeys.set(issue.input, [...new Set([...known, ...keysOf(issue.inst)])])
    }
    const expectation = expectationOf(issue)
    this.#expectations.add(expectation)
    return expectation
  }

  problems(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): readonly BenchmarkProblem[] {
    const path = [...above, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => this.#unknown(key, path, issue.input))
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return this.#union(issue, path)
    const message = this.#expectations.has(issue.message)
      ? `${keyText(path)} ${stateText(issue)}. Write ${issue.message}.`
      : issue.message
    return [this.#problem(codeOf(issue) ?? this.#file.invalid, message, path)]
  }

  /** The problems of the alternative that was most likely meant. */
  #union(issue: z.core.$ZodIssueInvalidUnion, path: readonly PropertyKey[]): readonly BenchmarkProblem[] {
    const [meant] = issue.errors
      .filter((alternative) => !alternative.some(isOfAnotherKind))
      .toSorted((one, other) => one.length - other.length)
    if (meant) return meant.flatMap((nested) => this.problems(nested, path))
    const alternatives = issue.errors.map((alternative) => alternative[0]?.message ?? '')
    const message = `${keyText(path)} ${stateText(issue)}. Write ${joinAlternatives(alternatives)}.`
    return [this.#problem(this.#file.invalid, message, path)]
  }

  #unknown(key: string, path: readonly PropertyKey[], input: unknown): BenchmarkProblem {
    const inside = path.length === 0 ? '' : ` in ${keyText(path)}`
    const suggestion = suggestionFor(key, this.#knownKeys.get(input) ?? [])
    const message = `Unknown setting ${JSON.stringify(key)}${inside}. ${suggestion}`
    return this.#problem('VITRIAL_SETTING_UNKNOWN', message, [...path, key])
  }

  #problem(code: BenchmarkProblem['code'], message: string, path: readonly PropertyKey[]): BenchmarkProblem {
    return { code, message, location: { file: this.#file.file, key: keyText(path) } }
  }
}

function isOfAnotherKind(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_value' || (issue.code === 'invalid_type' && issue.path.length === 0)
}

function codeOf(issue: z.core.$ZodIssue): BenchmarkProblem['code'] | undefined {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' && isErrorCodeOf('benchmark', code) ? code : undefined
}

function stateText(issue: z.core.$ZodIssue): string {
  const value =
    issue.code === 'invalid_union' && issue.discriminator !== undefined
      ? Object(issue.input)[issue.discriminator]
      : issue.input
  return value === undefined ? 'is missing' : `is ${valueText(value)}`
}

function keysOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The dotted path of a setting, such as `judge.model` or `models[0]`. */
function keyText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')
}
