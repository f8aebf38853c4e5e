import type { ByteStream } from './byte-stream.ts'
import type { FileContent } from './file-content.ts'
import type { Leftover } from './guardian.ts'

/** What a candidate's files may come to. */
export interface WorkspaceLimits {
  /** Files, folders and links. */
  readonly files: number
  /** By the sizes that files show: one with holes counts whole, one with several names once. */
  readonly bytesMiB: number
}

/** What a sandbox gets where the benchmark says nothing, and a workspace is collected by. */
export const defaultWorkspaceLimits: WorkspaceLimits = { files: 200_000, bytesMiB: 4_096 }

/** What a sandbox may use. Absent: the runtime's own default. */
export interface SandboxLimits {
  readonly cpus?: number
  readonly memoryMiB?: number
  readonly files?: number
  readonly bytesMiB?: number
}

/** What a candidate can use too much of in its sandbox. */
export type SandboxLimit = 'memory' | 'processes' | 'files' | 'bytes'

/**
 * What a candidate can use too much of: also `output`, which the host records outside of the sandbox, its model's
 * `context`, and the `refusals` of its model calls.
 */
export type CandidateLimit = SandboxLimit | 'output' | 'context' | 'refusals'

/** What is asked of a runtime. */
export interface SandboxSpec {
  /** The eval run that will live here; every trace of the sandbox carries it. */
  readonly runId: string
  readonly limits: SandboxLimits
}

/**
 * A file of a sandbox on its way in or out. Paths are relative, with `/`. `special` is a fifo, socket or
 * device, or a file that cannot be read: named, never carried.
 */
export type FileEntry =
  | { readonly type: 'file'; readonly path: string; readonly mode: number; readonly content: FileContent }
  | { readonly type: 'directory'; readonly path: string; readonly mode: number }
  | { readonly type: 'symlink'; readonly path: string; readonly target: string }
  | { readonly type: 'special'; readonly path: string }

/**
 * What comes out of a sandbox: an entry, or a further name of one that came before it, at `target`. Names that are not
 * UTF-8 are written as {@link filePathText} does, and so are the targets of links.
 */
export type DownloadedEntry =
  | FileEntry
  | { readonly type: 'link'; readonly path: string; readonly target: string }

/** A program to run in a sandbox. It sees these environment variables and the sandbox's own, never the host's. */
export interface SandboxCommand {
  readonly argv: readonly [string, ...string[]]
  /** Absolute path inside the sandbox. */
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** How a program ended. `signal` names what ended it from outside. */
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

export interface DownloadOptions {
  /** Names of directories that are reported, but whose content is not read. */
  readonly excludeDirectories?: readonly string[]
}

/** A limit that a candidate ran into, and how in words. */
export interface HitLimit {
  readonly limit: SandboxLimit
  readonly detail: string
}

/** One isolated place. Losing it is an {@link InfrastructureError}, never a failure of the agent. */
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

/** What a runtime's sandboxes are made from, as it was found where they run. */
export interface SandboxImage {
  /** The hash of all that it is made from; absent for an image of the person's own, of which only the name is known. */
  readonly recipe?: string
  /** The version of the agent in it; absent where it does not tell. */
  readonly agentVersion?: string
  /** The engine's id of it; absent where it is not there yet. Says what a container really was made from. */
  readonly id?: string
  /** What runs it, with its version: `docker 27.3.1`; absent where nothing has been asked yet. */
  readonly engine?: string
}

/** Where sandboxes run. */
export interface Runtime extends AsyncDisposable {
  readonly id: string
  /** Whether the candidate is kept from the machine and the network. */
  readonly contained: boolean
  /**
   * Checks that sandboxes can be had, and removes what dead hosts left where they run. Called before any work.
   * Resolves with what could not be removed. Throws an {@link InfrastructureError} that says what is missing. Absent:
   * there is nothing to check.
   */
  prepare?(signal: AbortSignal): Promise<readonly Leftover[]>
  /**
   * What its sandboxes are made from, for the candidate fingerprint. Before {@link prepare} nothing need be there: then
   * it is what they would be made from. Absent: they have this machine's own programs.
   */
  image?(): Promise<SandboxImage>
  /** Throws an {@link InfrastructureError} if no sandbox can be had. */
  acquire(spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox>
}
