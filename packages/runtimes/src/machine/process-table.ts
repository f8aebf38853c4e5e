import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A running process as Linux describes it. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Clock ticks since boot; with the pid it names a process for good. */
  readonly startTicks: number
  readonly program: string
}

/** Whether this machine can list processes and their environments. */
export const hasProcessTable = process.platform === 'linux'

/** All processes that still run; what has ended and waits to be collected is left out. */
export function readProcessTable(): readonly ProcessRow[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
}

/** One process; undefined if it has ended. */
export function readProcess(pid: number): ProcessRow | undefined {
  const stat = readProcessFile(pid, 'stat')
  // The program's name stands in parentheses and may hold any character, parentheses too.
  const nameEnd = stat.lastIndexOf(')')
  const [state, parent, group, session, ...rest] = stat.slice(nameEnd + 2).split(' ')
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return undefined
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTicks: Number(rest[15]),
    program: stat.slice(stat.indexOf('(') + 1, nameEnd),
  }
}

/** The environment a process was started with, as `\0NAME=value\0…\0`; empty if it cannot be read. */
export function readEnvironment(pid: number): string {
  return `\0${readProcessFile(pid, 'environ')}`
}

/** The folder a process works in; undefined if it cannot be read. */
export function readWorkingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function readProcessFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // Ended meanwhile, or another user's.
    return ''
  }
}
