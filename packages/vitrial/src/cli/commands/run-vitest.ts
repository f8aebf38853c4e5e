import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'
import { isRunTaken } from '../../handshake/run-taken.ts'
import { InterruptedError } from '../frame/interrupted-error.ts'

export interface VitestRun {
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Its reason is passed on to Vitest, which ends what runs. */
  readonly signal: AbortSignal
}

export interface VitestRunEnd {
  readonly exitCode: number
  /** Whether a project of evals took part. */
  readonly hadEvals: boolean
}

/** Runs the Vitest of the working directory on this terminal, to its end. */
export async function runVitest({ argv, environment, signal }: VitestRun): Promise<VitestRunEnd> {
  const child = spawn(process.execPath, [vitestProgram(), ...argv], {
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let hadEvals = false
  child.on('message', (message) => {
    hadEvals ||= isRunTaken(message)
  })
  const onAbort = (): void => {
    const name = signal.reason instanceof InterruptedError ? signal.reason.signalName : 'SIGTERM'
    // A terminal has told it already, and a second time would end it at once.
    if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      // Not at its exit: what it said before may still come.
      child.once('close', (code, name) =>
        resolve(code ?? 128 + (name === null ? 0 : constants.signals[name])),
      )
    })
    return { exitCode, hadEvals }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The Vitest of the working directory, else the one this package has found beside it. */
function vitestProgram(): string {
  let cause: unknown
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return join(dirname(createRequire(from).resolve('vitest/package.json')), 'vitest.mjs')
    } catch (thrown) {
      cause = thrown
    }
  }
  const message = `Vitest is not installed in ${process.cwd()}. Install it: npm install --save-dev vitest.`
  throw new BenchmarkError('VITRIAL_COMMAND_LINE', message, { cause })
}
