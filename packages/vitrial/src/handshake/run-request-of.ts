import { realpathSync } from 'node:fs'
import { runRequestSchema, type RunRequest } from '@vitrial/core/channel'
import { BenchmarkError } from '@vitrial/core/errors'

export interface RequestSubject {
  /** The Vitest project's name. */
  readonly project: string
  /** The benchmark's folder, absolute. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * What `vitrial run` asks of a project of evals; undefined if Vitest was started in another way.
 *
 * @throws {BenchmarkError} `VITRIAL_COMMAND_LINE` if another benchmark is meant: nobody asked for this one to run.
 */
export function runRequestOf({ project, directory, environment }: RequestSubject): RunRequest | undefined {
  const text = environment['VITRIAL_RUN']
  if (text === undefined || text === '') return undefined
  const request = parseRequest(text)
  const { benchmark } = request
  if (benchmark === undefined || realPathOf(benchmark) === realPathOf(directory)) return request
  throw new BenchmarkError(
    'VITRIAL_COMMAND_LINE',
    `Project "${project}" is benchmark ${directory}, and ${benchmark} is to be run. ` +
      'Leave the other projects out: npx vitrial run --benchmark <dir> -- --project <name>.',
  )
}

function parseRequest(text: string): RunRequest {
  try {
    return runRequestSchema.parse(JSON.parse(text))
  } catch (cause) {
    const message =
      'The variable VITRIAL_RUN is not what "vitrial run" of this version sets. Unset it, or update vitrial.'
    throw new BenchmarkError('VITRIAL_COMMAND_LINE', message, { cause })
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
