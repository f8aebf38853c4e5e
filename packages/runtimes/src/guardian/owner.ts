import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasProcessTable, readProcess } from '../process/process-table.ts'
import { systemErrorCode } from '../process/system-error-code.ts'

/** The process that made something. */
export interface Owner {
  /** Where its pid is known: a machine since its last boot, or a container on it. Without spaces. */
  readonly machine: string
  readonly pid: number
  /** When it started, in clock ticks since boot; 0 where that cannot be read. Tells it from a later process. */
  readonly startTicks: number
}

/** Whether an owner still lives; `elsewhere` if that cannot be known from here. */
export type OwnerStanding = 'alive' | 'dead' | 'elsewhere'

/** This process, as what it makes names it. */
export function thisOwner(): Owner {
  return {
    machine: thisMachine(),
    pid: process.pid,
    startTicks: readProcess(process.pid)?.startTicks ?? 0,
  }
}

/** How long a sandbox can live at most, wherever its owner is. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Whether nobody answers any more for what an owner made: it is dead, or elsewhere and longer ago than anything lasts. */
export function isAbandoned(
  { owner, createdAtMs }: { readonly owner: Owner; readonly createdAtMs: number },
  now: number,
): boolean {
  const standing = standingOf(owner)
  return standing === 'dead' || (standing === 'elsewhere' && createdAtMs + lifetimeMs < now)
}

/** Tells whether the process lives that once named itself so. */
export function standingOf(owner: Owner, machine = thisMachine()): OwnerStanding {
  if (owner.machine !== machine) return 'elsewhere'
  if (!hasProcessTable) return isPidTaken(owner.pid) ? 'alive' : 'dead'
  return readProcess(owner.pid)?.startTicks === owner.startTicks ? 'alive' : 'dead'
}

/** An owner as one word a label or a file can hold. */
export function ownerText({ machine, pid, startTicks }: Owner): string {
  return `${machine} ${pid} ${startTicks}`
}

/** Reads {@link ownerText}; undefined for anything else. */
export function parseOwner(text: string): Owner | undefined {
  const match = /^(?<machine>\S+) (?<pid>[1-9]\d*) (?<startTicks>\d+)$/.exec(text)?.groups
  if (match === undefined) return undefined
  return { machine: match['machine']!, pid: Number(match['pid']), startTicks: Number(match['startTicks']) }
}

/** A host name alone is not enough: containers may share one, and an engine, without seeing each other's pids. */
function thisMachine(): string {
  const boot = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  const pids = readOrEmpty(() => readlinkSync('/proc/self/ns/pid')).replaceAll(/\D/g, '')
  return [hostname().replaceAll(/\s/g, '-'), boot, pids].join('/')
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}
