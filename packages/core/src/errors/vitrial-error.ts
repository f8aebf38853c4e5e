import type { BenchmarkProblem, ErrorRecord, SourceLocation } from './error-record.ts'
import type { CandidateLimit } from '../limits/candidate-limit.ts'
import { printableLines } from '../text/printable-lines.ts'
import { errorTable, type ErrorCode, type ErrorCodeOf, type ErrorStage } from './error-table.ts'

/* oxlint-disable no-useless-constructor -- each narrows the codes that its class takes, by their kind in the table */

/** An error may name the error that caused it, and the place in a person's files that it is about. */
export interface VitrialErrorOptions {
  readonly cause?: unknown
  readonly location?: SourceLocation
}

/**
 * The one base of every error Vitrial raises on purpose. The message says what happened, to which
 * thing, and what to do about it. It is printable, whatever foreign words were put into it: a provider's, an
 * agent's, the name of a file.
 */
export class VitrialError extends Error {
  override readonly name: string = 'VitrialError'
  readonly code: ErrorCode
  readonly location: SourceLocation | undefined

  constructor(code: ErrorCode, message: string, options: VitrialErrorOptions = {}) {
    super(printableLines(message), options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.location = options.location
  }

  get stage(): ErrorStage {
    return errorTable[this.code].stage
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable
  }

  toRecord(): ErrorRecord {
    return { code: this.code, message: this.message, ...(this.location && { location: this.location }) }
  }

  /** For serializers, Vitest's among them, which would take every getter and method for a property. */
  toJSON(): ErrorRecord {
    return this.toRecord()
  }
}

/** The benchmark, an eval or a rubric is not usable as written. Raised before any work. */
export class BenchmarkError extends VitrialError {
  override readonly name: string = 'BenchmarkError'
  /** Each problem by itself; several where the message lists several. */
  readonly problems: readonly BenchmarkProblem[]

  constructor(
    code: ErrorCodeOf<'benchmark'>,
    message: string,
    options: VitrialErrorOptions & { readonly problems?: readonly BenchmarkProblem[] } = {},
  ) {
    super(code, message, options)
    const { problems = [{ ...this.toRecord(), code }] } = options
    this.problems = problems.map((problem) => ({ ...problem, message: printableLines(problem.message) }))
  }
}

/** The machine, a sandbox, a provider or the disk failed; it says nothing about the agent. */
export class InfrastructureError extends VitrialError {
  override readonly name = 'InfrastructureError'

  constructor(code: ErrorCodeOf<'infrastructure'>, message: string, options?: VitrialErrorOptions) {
    super(code, message, options)
  }
}

/** The candidate used more than it may: the agent's failure, not the machine's. */
export class LimitReachedError extends VitrialError {
  override readonly name = 'LimitReachedError'
  /** Undefined where no more than the error's record is known, such as in a worker. */
  readonly limit: CandidateLimit | undefined

  constructor(limit: CandidateLimit | undefined, detail: string, options: VitrialErrorOptions = {}) {
    super('VITRIAL_LIMIT_REACHED', detail, options)
    this.limit = limit
  }
}

/** The judge could not produce a judgment; it says nothing about the agent. */
export class JudgeError extends VitrialError {
  override readonly name = 'JudgeError'

  constructor(code: ErrorCodeOf<'judge'>, message: string, options?: VitrialErrorOptions) {
    super(code, message, options)
  }
}

/** The results on disk could not be read or written as they must be. */
export class StoreError extends VitrialError {
  override readonly name: string = 'StoreError'

  constructor(code: ErrorCodeOf<'store'>, message: string, options?: VitrialErrorOptions) {
    super(code, message, options)
  }
}

const damageCodes: ReadonlySet<ErrorCode> = new Set([
  'VITRIAL_OBJECT_MISSING',
  'VITRIAL_OBJECT_CHANGED',
  'VITRIAL_RECORDING_INCOMPLETE',
  'VITRIAL_RECORDING_EXCHANGED',
  'VITRIAL_ROW_ALTERED',
])

/** True for an error about what is on record of one run: it is missing, or not what was written. Others have theirs. */
export function isDamage(thrown: unknown): thrown is StoreError {
  return thrown instanceof StoreError && damageCodes.has(thrown.code)
}

/** The work was cancelled by a person, a signal or a bail. */
export class CancelledError extends VitrialError {
  override readonly name: string = 'CancelledError'

  constructor(reason: string, options: VitrialErrorOptions = {}) {
    super('VITRIAL_CANCELLED', reason, options)
  }
}

/** The work was not started, because it does not fit into what the invocation may cost. */
export class DeferredError extends CancelledError {
  override readonly name = 'DeferredError'
  override readonly code = 'VITRIAL_DEFERRED'
}

/** A metric's value is below 1. */
export class MetricFailedError extends VitrialError {
  override readonly name = 'MetricFailedError'

  constructor(code: ErrorCodeOf<'metric_failed'>, message: string, options?: VitrialErrorOptions) {
    super(code, message, options)
  }
}

/** An assertion cannot be decided: a metric's value is null, or a cost is unknown. Never the same as 0. */
export class MetricUndecidedError extends VitrialError {
  override readonly name = 'MetricUndecidedError'

  constructor(code: ErrorCodeOf<'metric_undecided'>, message: string, options?: VitrialErrorOptions) {
    super(code, message, options)
  }
}
