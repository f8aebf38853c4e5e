import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { InfrastructureError, type Runtime, type Sandbox, type SandboxSpec } from '@vitrial/core'
import { ProcessSandbox } from './process-sandbox.ts'
import { createSandboxFolder, removeFolder, type SandboxFolder } from './sandbox-folder.ts'
import type { SandboxTrace } from './sandbox-processes.ts'

export interface ProcessRuntimeOptions {
  /** The id benchmarks name it by. */
  readonly id: string
  /** Programs to put on the PATH of every sandbox: name to absolute path. The host's own PATH is not passed on. */
  readonly programs?: Readonly<Record<string, string>>
  /** Where the sandboxes' folders are made. @default the system's folder for temporary files */
  readonly temporaryRoot?: string
  /** Told of every sandbox before anything runs in it, so that its traces can be removed if this process dies. */
  readonly onAcquired?: (trace: SandboxTrace) => void
  /** Told when nothing is left of a sandbox. */
  readonly onDisposed?: (trace: SandboxTrace) => void
}

/**
 * Sandboxes that are nothing but a folder and processes on this machine. It keeps the host's environment from the
 * candidate, and ends what the candidate started. It contains nothing: files, network and other processes stay
 * in reach, and of {@link SandboxLimits} none is enforced: not cpus, memory, files nor bytes.
 */
export function createProcessRuntime(options: ProcessRuntimeOptions): Runtime {
  const sandboxes = new Set<Sandbox>()
  let isDisposed = false

  return {
    id: options.id,
    contained: false,

    async acquire(spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox> {
      signal.throwIfAborted()
      if (isDisposed) throw startFailure(options.id, 'the runtime has been closed')
      const folder = await createFolder(options)
      if (signal.aborted || isDisposed) {
        await removeFolder(folder.root)
        signal.throwIfAborted()
        throw startFailure(options.id, 'the runtime has been closed')
      }
      const trace: SandboxTrace = {
        sandboxId: `${spec.runId}-${randomBytes(4).toString('hex')}`,
        folder: folder.root,
      }
      const sandbox = new ProcessSandbox(trace.sandboxId, folder, () => {
        sandboxes.delete(sandbox)
        options.onDisposed?.(trace)
      })
      sandboxes.add(sandbox)
      options.onAcquired?.(trace)
      return sandbox
    },

    async [Symbol.asyncDispose](): Promise<void> {
      isDisposed = true
      await Promise.all([...sandboxes].map((sandbox) => sandbox[Symbol.asyncDispose]()))
    },
  }
}

async function createFolder(options: ProcessRuntimeOptions): Promise<SandboxFolder> {
  const temporaryRoot = options.temporaryRoot ?? tmpdir()
  try {
    return await createSandboxFolder(temporaryRoot, options.programs ?? {})
  } catch (cause) {
    const reason = `no folder with its programs could be made in ${temporaryRoot}`
    throw startFailure(options.id, `${reason}. Check space, permissions and that the programs exist`, cause)
  }
}

function startFailure(runtimeId: string, reason: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_START',
    `Runtime ${runtimeId} has no sandbox to give: ${reason}.`,
    { cause },
  )
}
