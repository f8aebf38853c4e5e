import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { InfrastructureError } from '@vitrial/core/errors'
import type { ExitStatus, SandboxCommand, SandboxProcess } from '@vitrial/core/ports'
import { endAll } from './end-all.ts'
import { sandboxEnvironment, type SandboxFolder } from './sandbox-folder.ts'
import type { SandboxProcesses } from '../ownership/sandbox-processes.ts'

export interface ExecOptions {
  readonly folder: SandboxFolder
  readonly processes: SandboxProcesses
  /** Time a program gets to end by itself when it is killed. */
  readonly graceMs: number
  readonly deadlineMs: number
}

/** Starts a program as the leader of its own process group and session. */
export async function execOnMachine(
  command: SandboxCommand,
  signal: AbortSignal,
  { folder, processes, graceMs, deadlineMs }: ExecOptions,
): Promise<SandboxProcess> {
  signal.throwIfAborted()
  const [program, ...rest] = command.argv
  const marker = processes.nextMarker()
  const child = spawn(program, rest, {
    cwd: command.cwd,
    env: sandboxEnvironment(folder, marker, command.env ?? {}),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid !== undefined) processes.note(pid, marker)
  const exit = new Promise<ExitStatus>((resolve) => {
    child.once('exit', (code, endedBy) => {
      if (pid !== undefined) processes.forget(pid)
      resolve({ code, signal: endedBy })
    })
  })
  try {
    await once(child, 'spawn')
  } catch (cause) {
    throw new InfrastructureError(
      'VITRIAL_INFRA_HARNESS_START',
      `${program} could not be started in ${command.cwd}. Check that the program is installed and the folder exists.`,
      { cause },
    )
  }

  let ending: Promise<void> | undefined
  const end = async (): Promise<void> => {
    await endAll({ find: () => processes.find(marker), graceMs, deadlineMs })
    await exit
  }
  const started: SandboxProcess = {
    stdout: child.stdout,
    stderr: child.stderr,
    exit,
    kill: () => (ending ??= end()),
  }
  if (signal.aborted) {
    await started.kill()
    signal.throwIfAborted()
  }
  return started
}
