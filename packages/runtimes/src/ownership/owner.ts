import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { RunOwner } from '@vitrial/core/records'
import { isAlive } from '../machine/is-alive.ts'
import { hasProcessTable, readProcess } from '../machine/process-table.ts'

/** The kernel counts time in ticks of this length, wherever it shows it to programs. */
const tickMs = 10

/** Whether an owner still lives; `elsewhere` if that cannot be known from here. */
type Liveness = 'alive' | 'dead' | 'elsewhere'

/** Names this process as the owner of what it makes. */
export function thisOwner(): RunOwner {
  return { machine: thisMachine(), pid: process.pid, startedAtMs: startOf(process.pid) ?? 0 }
}

/** Tells whether the process lives that once named itself so. */
export function livenessOf(owner: RunOwner): Liveness {
  if (owner.machine !== thisMachine()) return 'elsewhere'
  if (!hasProcessTable) return isAlive(owner.pid) ? 'alive' : 'dead'
  return startOf(owner.pid) === owner.startedAtMs ? 'alive' : 'dead'
}

function startOf(pid: number): number | undefined {
  const row = readProcess(pid)
  return row && row.startTicks * tickMs
}

/** A host name alone is not enough: containers may share one, and an engine, without seeing each other's pids. */
function thisMachine(): string {
  const boot = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  const pids = readOrEmpty(() => readlinkSync('/proc/self/ns/pid')).replaceAll(/\D/g, '')
  return [hostname(), boot, pids].join('/')
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
