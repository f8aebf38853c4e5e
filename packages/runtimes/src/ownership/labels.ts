import type { RunOwner } from '@vitrial/core/records'

/** The labels on every container and volume of a sandbox. Nothing without them is ever removed. */
export const labelNames = {
  /** The eval run that lives in it. */
  run: 'vitrial.run',
  sandbox: 'vitrial.sandbox',
  /** The process that answers for it: what it left when it is gone may be removed. */
  owner: 'vitrial.owner',
  /** Milliseconds since the epoch. */
  created: 'vitrial.created',
} as const

/** Whose sandbox it is. */
export interface SandboxIdentity {
  readonly runId: string
  readonly sandboxId: string
  readonly owner: RunOwner
  readonly createdAtMs: number
}

/** The labels of one sandbox's container and volume. */
export function sandboxLabels(identity: SandboxIdentity): Record<string, string> {
  return {
    [labelNames.run]: identity.runId,
    [labelNames.sandbox]: identity.sandboxId,
    [labelNames.owner]: ownerText(identity.owner),
    [labelNames.created]: String(identity.createdAtMs),
  }
}

/** Writes an owner as the value of its label, also to filter by: `pid:startedAtMs:machine`. */
export function ownerText({ pid, startedAtMs, machine }: RunOwner): string {
  return `${pid}:${startedAtMs}:${machine}`
}

/** Who owns what carries these labels; undefined if it is not Vitrial's or its label cannot be read. */
export function ownerOf(labels: Readonly<Record<string, string>> | undefined): RunOwner | undefined {
  const match = /^(\d+):(\d+):(.+)$/s.exec(labels?.[labelNames.owner] ?? '')
  if (match === null) return undefined
  const [, pid, startedAtMs, machine = ''] = match
  return { pid: Number(pid), startedAtMs: Number(startedAtMs), machine }
}
