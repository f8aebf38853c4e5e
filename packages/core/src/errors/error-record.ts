import { z } from 'zod'
import { isErrorCode, type ErrorCode, type ErrorCodeOf } from './error-table.ts'

/** The place in a person's files that an error is about. */
export const sourceLocationSchema = z.strictObject({
  file: z.string(),
  /** Counts from 1. */
  line: z.int().positive().optional(),
  /** Dotted path of a setting, such as `judge.model`. */
  key: z.string().optional(),
})
/** A place in a person's files: a file, with a line or the key of a setting where it is known. */
export type SourceLocation = Readonly<z.infer<typeof sourceLocationSchema>>

/** An error as plain data, to cross a process boundary and to be stored. */
export const errorRecordSchema = z.strictObject({
  code: z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value)),
  message: z.string(),
  location: sourceLocationSchema.optional(),
})
/** An error as plain data: its code, its message, and the place that it is about. */
export type ErrorRecord = Readonly<z.infer<typeof errorRecordSchema>>

/** One thing that is wrong with a benchmark. */
export type BenchmarkProblem = ErrorRecord & { readonly code: ErrorCodeOf<'benchmark'> }
