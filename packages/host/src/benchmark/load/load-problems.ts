import {
  BenchmarkError,
  benchmarkErrorOf,
  type BenchmarkProblem,
  type SourceLocation,
} from '@vitrial/core/errors'

/** Gathers what is wrong with a benchmark, so that a person sees all of it at once. */
export class LoadProblems {
  readonly #errors: BenchmarkError[] = []

  /** @param location absent for what no file says */
  report(code: BenchmarkProblem['code'], message: string, location?: SourceLocation): void {
    this.#errors.push(new BenchmarkError(code, message, location && { location }))
  }

  /** The work's result; undefined if it threw a {@link BenchmarkError}, which is kept. */
  async collect<Result>(work: () => Promise<Result> | Result): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof BenchmarkError)) throw error
      this.#errors.push(error)
      return undefined
    }
  }

  /** Throws one {@link BenchmarkError} for everything gathered, if anything was. */
  throwIfAny(): void {
    const [only, ...others] = this.#errors
    if (only && others.length === 0) throw only
    const [first, ...rest] = this.#errors.flatMap((error): readonly BenchmarkProblem[] => error.problems)
    if (!first) return
    const cause = this.#errors.find((error) => error.cause !== undefined)?.cause
    throw benchmarkErrorOf([first, ...rest], { cause })
  }
}
