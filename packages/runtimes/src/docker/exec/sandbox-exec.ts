import { Duplex } from 'node:stream'
import { engineCall } from '../../engine/engine-call.ts'
import type { EngineContainer, EngineExec } from '../../engine/engine.ts'

export interface ExecRequest {
  readonly argv: readonly string[]
  readonly user: { readonly uid: number; readonly gid: number }
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A program that an engine has been told to start in a container. */
export interface OpenExec {
  readonly exec: EngineExec
  /** Its stdout and stderr, framed. Ends when the program has. */
  readonly pipe: Duplex
}

/** Starts a program in a running container. */
export async function openExec(
  container: EngineContainer,
  { argv, user, cwd, env }: ExecRequest,
  signal: AbortSignal,
): Promise<OpenExec> {
  const exec = await engineCall(`to start ${argv[0]}`, { signal }, (abortSignal) =>
    container.exec({
      Cmd: [...argv],
      User: `${user.uid}:${user.gid}`,
      Env: Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`),
      ...(cwd !== undefined && { WorkingDir: cwd }),
      AttachStdout: true,
      AttachStderr: true,
      Tty: false,
      abortSignal,
    }),
  )
  const pipe = await engineCall(`to start ${argv[0]}`, { signal }, () =>
    exec.start({ hijack: true, stdin: false }),
  )
  if (!(pipe instanceof Duplex)) throw new TypeError('A hijacked connection is a socket.')
  return { exec, pipe }
}

/** Resolves when the program has ended and all it wrote has been read. */
export function pipeOver(pipe: Duplex): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close'] as const) pipe.once(event, resolve)
  })
}

/** The exit code of a program whose pipe has ended; the engine may take a moment to know it. */
export async function exitCode(exec: EngineExec): Promise<number | null> {
  for (let pauseMs = 5; pauseMs < 5_000; pauseMs *= 2) {
    const state = await engineCall('how a program ended', {}, (abortSignal) => exec.inspect({ abortSignal }))
    if (!state.Running) return state.ExitCode
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return null
}
