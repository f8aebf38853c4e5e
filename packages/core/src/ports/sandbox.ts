import type { HitLimit } from '../limits/candidate-limit.ts'
import type { ByteStream } from './byte-stream.ts'
import type { DownloadedEntry, FileEntry } from './file-entry.ts'

/** A program to run in a sandbox. It sees these environment variables and the sandbox's own, never the host's. */
export interface SandboxCommand {
  readonly argv: readonly [string, ...string[]]
  /** Absolute path inside the sandbox. */
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** The end of a program. `signal` names what ended it from outside. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: string | null
}

/** A program that runs in a sandbox. It waits while nobody reads what it writes: read both streams. */
export interface SandboxProcess {
  readonly stdout: AsyncIterable<Uint8Array>
  readonly stderr: AsyncIterable<Uint8Array>
  readonly exit: Promise<ExitStatus>
  /** Ends it and everything it started. Idempotent; resolves when it is gone. */
  kill(): Promise<void>
}

/** A port that programs in the sandbox can connect to, answered by the host. */
export interface ServedPort extends AsyncDisposable {
  /** The port on 127.0.0.1 as seen from inside. */
  readonly port: number
}

/** A download may leave folders out. */
export interface DownloadOptions {
  /** Names of directories that are reported, but whose content is not read. */
  readonly excludeDirectories?: readonly string[]
}

/**
 * One isolated place. Losing it is an {@link InfrastructureError}, never a failure of the agent.
 *
 * @example
 * ```ts
 * await using sandbox = await runtime.acquire({ runId, limits: {} }, signal)
 * const { workspace } = sandbox.directories
 * await sandbox.upload(workspace, files, signal)
 * const tests = await sandbox.exec({ argv: ['npm', 'test'], cwd: workspace }, signal)
 * const [output] = await Promise.all([textOf(tests.stdout), textOf(tests.stderr)])
 * const { code } = await tests.exit
 * await sandbox.freeze(signal)
 * for await (const { path } of sandbox.download(workspace, signal)) console.log(path)
 * ```
 */
export interface Sandbox extends AsyncDisposable {
  readonly id: string
  /** Absolute paths as seen from inside; all exist and are writable by the candidate. */
  readonly directories: { readonly workspace: string; readonly home: string; readonly temporary: string }
  /** Aborts, with the reason, if the sandbox is lost. */
  readonly lost: AbortSignal
  /**
   * Aborts with a {@link LimitReachedError} when the candidate broke a limit that ends it: its processes are being
   * ended then, its files stay.
   */
  readonly limitReached: AbortSignal
  /**
   * Waits for a sign of life that was asked for just now. Whatever ended in a sandbox may have ended with it, so an end
   * is the agent's own only after this. Resolves too where a broken limit or `freeze` has ended it.
   *
   * @throws the reason of {@link lost}, or the signal's.
   */
  confirmAlive(signal: AbortSignal): Promise<void>
  /** The limits hit so far, looked at anew; also those that ended nothing, such as a process that was refused. */
  hitLimits(signal: AbortSignal): Promise<readonly HitLimit[]>
  /** Starts a program. The signal ends the wait for its start; once it runs, {@link SandboxProcess.kill} ends it. */
  exec(command: SandboxCommand, signal: AbortSignal): Promise<SandboxProcess>
  /**
   * Writes entries below a directory, replacing what is there, without following links. Missing parents are made,
   * special entries left out. Throws an {@link InfrastructureError} for a path that leads out of the directory.
   */
  upload(directory: string, entries: AsyncIterable<FileEntry>, signal: AbortSignal): Promise<void>
  /**
   * Reads everything below a directory, parents first, without following links. Works after `freeze`. Holds no file that
   * comes in pieces.
   */
  download(directory: string, signal: AbortSignal, options?: DownloadOptions): AsyncIterable<DownloadedEntry>
  /** Opens a connection to a port inside. */
  dial(port: number, signal: AbortSignal): Promise<ByteStream>
  /**
   * Opens a port inside whose connections are handed to the host.
   *
   * @param port the wished port; 0 lets the sandbox choose. A runtime that shares the host's ports may give another.
   */
  serve(port: number, onConnection: (connection: ByteStream) => void): Promise<ServedPort>
  /** Ends every process and keeps the files. Idempotent. */
  freeze(signal: AbortSignal): Promise<void>
}
