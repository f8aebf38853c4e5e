import { constants } from 'node:os'
import type { Vitest } from 'vitest/node'
import { endRun } from './end-run.ts'

/** What a shell sees of a program whose reader has gone. */
const exitCode = 128 + constants.signals.SIGPIPE

/**
 * Ends the run when nobody reads what it prints any more, as with `| head`: without this the process would die at its next
 * line, with a stack. What runs is cancelled, the hosts are closed, nothing is left behind.
 */
export function leaveWithReader(vitest: Vitest, cancel: (reason: string) => void): AsyncDisposable {
  let isLeaving = false
  const onError = (thrown: NodeJS.ErrnoException): void => {
    if (thrown.code !== 'EPIPE') throw thrown
    if (isLeaving) return
    isLeaving = true
    process.exitCode = exitCode
    const exit = (): never => process.exit(exitCode)
    endRun({ vitest, exitCode, cancel: () => cancel('nobody reads the output any more') }).then(exit, exit)
  }
  const streams = [process.stdout, process.stderr]
  for (const stream of streams) stream.on('error', onError)
  return {
    async [Symbol.asyncDispose]() {
      // What was printed last may still fail, and Vitest may say a last word.
      await Promise.all(streams.map(written))
      if (isLeaving) return
      for (const stream of streams) stream.off('error', onError)
    },
  }
}

async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => resolve())
  })
}
