import type { Vitest } from 'vitest/node'

/** How long ending may take before the process exits as it is; well below the 10 s that are promised. */
const deadlineMs = 8_000

export interface EndRunOptions {
  readonly vitest: Vitest
  /** With which the process exits if ending takes too long. */
  readonly exitCode: number
  readonly cancel: () => void
}

/** Cancels what runs, and resolves when the tests have skipped and the hosts are closed. */
export async function endRun({ vitest, exitCode, cancel }: EndRunOptions): Promise<void> {
  setTimeout(() => process.exit(exitCode), deadlineMs).unref()
  cancel()
  try {
    await vitest.cancelCurrentRun('keyboard-input')
  } finally {
    await vitest.close()
  }
}
