import type { ErrorCode, ErrorRecord } from '@vitrial/core/errors'
import { integer, text } from 'drizzle-orm/sqlite-core'

/** The columns of an {@link ErrorRecord}; all null if nothing went wrong. */
export function errorColumns() {
  return {
    errorCode: text('error_code').$type<ErrorCode>(),
    errorMessage: text('error_message'),
    errorFile: text('error_file'),
    errorLine: integer('error_line'),
    errorKey: text('error_key'),
  }
}

export const errorColumnNames = ['errorCode', 'errorMessage', 'errorFile', 'errorLine', 'errorKey'] as const

interface ErrorRow {
  readonly errorCode: ErrorCode | null
  readonly errorMessage: string | null
  readonly errorFile: string | null
  readonly errorLine: number | null
  readonly errorKey: string | null
}

/** The column values of an error. */
export function errorRowOf(error: ErrorRecord | undefined): ErrorRow {
  return {
    errorCode: error?.code ?? null,
    errorMessage: error?.message ?? null,
    errorFile: error?.location?.file ?? null,
    errorLine: error?.location?.line ?? null,
    errorKey: error?.location?.key ?? null,
  }
}

/** The error in a row; undefined if there is none. */
export function errorOf(row: ErrorRow): ErrorRecord | undefined {
  const { errorCode: code, errorMessage: message, errorFile: file, errorLine: line, errorKey: key } = row
  if (code === null || message === null) return undefined
  if (file === null) return { code, message }
  return {
    code,
    message,
    location: { file, ...(line !== null && { line }), ...(key !== null && { key }) },
  }
}
