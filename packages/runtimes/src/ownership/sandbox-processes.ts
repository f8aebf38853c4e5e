import { isAlive } from '../machine/is-alive.ts'
import {
  hasProcessTable,
  readEnvironment,
  readProcess,
  readProcessTable,
  readWorkingDirectory,
  type ProcessRow,
} from '../machine/process-table.ts'

/** What is left of a sandbox on the machine: enough to find and remove all of it, by another process too. */
export interface SandboxTrace {
  readonly sandboxId: string
  readonly folder: string
}

/** The environment variable by which a sandbox's processes are found again. */
export const markerVariable = 'VITRIAL_SANDBOX'

/**
 * Finds the processes of one sandbox, however they left their parents and groups: by the marker in their
 * environment, by the sessions and groups of what is found so or was started here, by descent, and, for orphans that dropped
 * their environment, by working inside the sandbox's folder. Without a process table only groups are known.
 */
export class SandboxProcesses {
  readonly #trace: SandboxTrace
  readonly #leaders = new Map<number, { readonly marker: string; readonly startTicks: number }>()
  #count = 0
  /** Nothing older than the first process started here can belong here. */
  #firstStartTicks = 0

  constructor(trace: SandboxTrace) {
    this.#trace = trace
  }

  /** Whether anything was started here, in this process. */
  get hasStarted(): boolean {
    return this.#count > 0
  }

  /** A marker value for the next process. */
  nextMarker(): string {
    this.#count += 1
    return `${this.#trace.sandboxId}.${this.#count}`
  }

  /** Notes a process just started as leader of its own group. Must be called before it can be collected. */
  note(pid: number, marker: string): void {
    const startTicks = hasProcessTable ? (readProcess(pid)?.startTicks ?? 0) : 0
    if (this.#firstStartTicks === 0) this.#firstStartTicks = startTicks
    this.#leaders.set(pid, { marker, startTicks })
  }

  /** Forgets a leader that has ended if nothing of its group is left, since its pid may be given again. */
  forget(pid: number): void {
    if (!isAlive(-pid)) this.#leaders.delete(pid)
  }

  /**
   * What has to be ended, as targets for `process.kill`; a negative one is a group.
   *
   * @param marker only what this one process started
   */
  find(marker?: string): readonly number[] {
    const leaders = [...this.#leaders].filter(
      ([, leader]) => marker === undefined || leader.marker === marker,
    )
    if (!hasProcessTable) return leaders.flatMap(([pid]) => (isAlive(-pid) ? [-pid] : []))

    const rows = readProcessTable()
    const byPid = new Map(rows.map((row) => [row.pid, row]))
    const young = rows.filter((row) => row.pid !== process.pid && row.startTicks >= this.#firstStartTicks)
    const marked = young.filter((row) => this.#isMarked(row.pid, marker))
    const groups = new Set([
      ...leaders.filter(([pid, leader]) => isSameProcess(byPid.get(pid), leader)).map(([pid]) => pid),
      ...marked.flatMap((row) => [row.session, row.group]),
    ])
    // If a marked process ever got into the host's own, that would be everything around the host.
    const host = byPid.get(process.pid)
    if (host !== undefined) for (const id of [host.session, host.group]) groups.delete(id)

    const members = young.filter((row) => groups.has(row.session) || groups.has(row.group))
    const orphans = marker === undefined ? young.filter((row) => this.#isOrphanInside(row, byPid)) : []
    const found = new Set([...marked, ...members, ...orphans].map((row) => row.pid))
    addDescendants(found, young)
    return [...found]
  }

  #isMarked(pid: number, marker: string | undefined): boolean {
    const value = marker === undefined ? `${this.#trace.sandboxId}.` : `${marker}\0`
    return readEnvironment(pid).includes(`\0${markerVariable}=${value}`)
  }

  /** A person's shell may stand in the folder too, but it has a parent that is not the machine's first process. */
  #isOrphanInside(row: ProcessRow, byPid: ReadonlyMap<number, ProcessRow>): boolean {
    if (row.parent !== 1 && byPid.get(row.parent)?.program !== 'systemd') return false
    const directory = readWorkingDirectory(row.pid)
    return directory === this.#trace.folder || directory?.startsWith(`${this.#trace.folder}/`) === true
  }
}

/** A group keeps its leader's pid in use, so a pid that names another process names no group of ours any more. */
function isSameProcess(row: ProcessRow | undefined, leader: { readonly startTicks: number }): boolean {
  return row === undefined || row.startTicks === leader.startTicks
}

function addDescendants(found: Set<number>, rows: readonly ProcessRow[]): void {
  let grown = true
  while (grown) {
    grown = false
    for (const row of rows) {
      if (!found.has(row.parent) || found.has(row.pid)) continue
      found.add(row.pid)
      grown = true
    }
  }
}
