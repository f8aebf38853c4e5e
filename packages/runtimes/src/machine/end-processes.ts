import { setTimeout as delay } from 'node:timers/promises'
import { systemErrorCode } from './system-error-code.ts'

export interface EndProcessesOptions {
  /** What still runs, as targets for `process.kill`. Asked again until it finds nothing. */
  readonly find: () => readonly number[]
  /** Time they get to end by themselves after SIGTERM. Absent: none. */
  readonly graceMs?: number
  readonly deadlineMs: number
}

/**
 * Ends processes until none is left. The guardian runs this too, so it loads nothing but Node.
 *
 * @returns those that outlived the deadline.
 */
export async function endProcesses(options: EndProcessesOptions): Promise<readonly number[]> {
  const { find, graceMs, deadlineMs } = options
  if (graceMs !== undefined && (await askToEnd(find, graceMs))) return []
  const deadline = performance.now() + deadlineMs
  let pauseMs = 1
  // One look may miss a process in the middle of an exec, when its environment reads as empty.
  let emptyLooks = 0
  for (;;) {
    const ended = killAll(find)
    emptyLooks = ended.length === 0 ? emptyLooks + 1 : 0
    if (emptyLooks === 2) return []
    if (performance.now() > deadline) return ended
    await delay(pauseMs)
    pauseMs = Math.min(pauseMs * 2, 50)
  }
}

async function askToEnd(find: () => readonly number[], graceMs: number): Promise<boolean> {
  send(find(), 'SIGTERM')
  const deadline = performance.now() + graceMs
  for (let pauseMs = 2; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, 50)) {
    await delay(pauseMs)
    if (find().length === 0) return true
  }
  return false
}

/** Stops all first: what is stopped cannot start another process between the look and the kill. */
function killAll(find: () => readonly number[]): readonly number[] {
  const stopped = new Set<number>()
  for (let look = 0; look < 10; look += 1) {
    const fresh = find().filter((target) => !stopped.has(target))
    if (fresh.length === 0) break
    send(fresh, 'SIGSTOP')
    for (const target of fresh) stopped.add(target)
  }
  send([...stopped], 'SIGKILL')
  return [...stopped]
}

function send(targets: readonly number[], signal: NodeJS.Signals): void {
  for (const target of targets) {
    try {
      process.kill(target, signal)
    } catch (error) {
      // It ended by itself, or it became another user's: the deadline reports what stays.
      const code = systemErrorCode(error)
      if (code !== 'ESRCH' && code !== 'EPERM') throw error
    }
  }
}
