import type { Trace } from '@vitrial/core/ports'

/** One line of what a host tells its guardian. */
export type GuardianLine = { readonly hold: number; readonly trace: Trace } | { readonly release: number }

/** As it goes over the pipe. */
export function formatLine(line: GuardianLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Applies a line to what is held. A line that was cut off when the host died says nothing. */
export function applyLine(held: Map<number, Trace>, text: string): void {
  const line = parseLine(text)
  if (line === undefined) return
  if ('release' in line) held.delete(line.release)
  else held.set(line.hold, line.trace)
}

function parseLine(text: string): GuardianLine | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only our own host has the other end
    return JSON.parse(text) as GuardianLine
  } catch {
    return undefined
  }
}
