import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { InfrastructureError } from '@vitrial/core/errors'

/** A running guardian. Disposing it closes its pipe and waits until it has ended what it still held. */
export interface GuardianProcess extends AsyncDisposable {
  readonly hasEnded: boolean
  write(text: string): void
}

// Node cannot run the sources, so where they are tested the built process is taken.
const script = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/guardian/guardian-process.js' : './guardian-process.js',
  import.meta.url,
)

/**
 * Starts a guardian in a session of its own, without any of this process's streams.
 *
 * @param onDeath called once if it ends before it has done its work.
 * @throws {InfrastructureError} `VITRIAL_INFRA_SANDBOX_START` if no process can be started.
 */
export function startGuardianProcess(onDeath: () => void): GuardianProcess {
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    cwd: '/',
    detached: true,
    env: environment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const { stdin } = child
  let hasEnded = child.pid === undefined
  child.once('exit', (code) => {
    hasEnded = true
    if (code !== 0) onDeath()
  })
  // Both tell of a guardian that is gone, as its exit does.
  child.on('error', () => undefined)
  stdin.on('error', () => undefined)
  if (hasEnded) {
    throw new InfrastructureError(
      'VITRIAL_INFRA_SANDBOX_START',
      `The guardian process could not be started with ${process.execPath}. Check the limits on processes and memory.`,
    )
  }
  // Its pipe is only written to, which keeps nothing alive.
  child.unref()
  return {
    get hasEnded() {
      return hasEnded
    },
    write(text) {
      if (!hasEnded) stdin.write(text)
    },
    async [Symbol.asyncDispose]() {
      if (hasEnded) return
      const ended = once(child, 'exit')
      child.ref()
      stdin.end()
      await ended
    },
  }
}

/** Enough to start Node and the system's tools; options meant for the host's Node would reach the guardian too. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR']
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.includes(name)))
}
