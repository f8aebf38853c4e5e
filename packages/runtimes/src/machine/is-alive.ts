import { systemErrorCode } from './system-error-code.ts'

/** Whether a process lives, of whichever user; of a negative number, whether any of that group does. */
export function isAlive(target: number): boolean {
  try {
    return process.kill(target, 0)
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}
