import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Guardian, Runtime, Sandbox, SandboxSpec } from '@vitrial/core/ports'
import { ProcessSandbox } from './process-sandbox.ts'
import { noSandbox } from '../sandbox/sandbox-errors.ts'
import { sandboxLabels } from '../ownership/labels.ts'
import { thisOwner } from '../ownership/owner.ts'
import { removeFolder } from '../machine/remove-folder.ts'
import { createSandboxFolder, type SandboxFolder } from './sandbox-folder.ts'
import type { SandboxTrace } from '../ownership/sandbox-processes.ts'

/** What a runtime of processes is made with. */
export interface ProcessRuntimeOptions {
  /** The id benchmarks name it by. */
  readonly id: string
  /** Programs to put on the PATH of every sandbox: name to absolute path. The host's own PATH is not passed on. */
  readonly programs?: Readonly<Record<string, string>>
  /** Where the sandboxes' folders are made. @default the system's folder for temporary files */
  readonly temporaryRoot?: string
  /** Ends the sandboxes if this process dies. Absent: nobody does. */
  readonly guardian?: Pick<Guardian, 'hold'>
}

/**
 * Creates a runtime whose sandboxes are nothing but a folder and processes on this machine. It keeps the host's
 * environment from the candidate, and ends what the candidate started. It contains nothing: files, network and other
 * processes stay in reach, and of {@link SandboxLimits} none is enforced: not cpus, memory, files nor bytes.
 */
export function createProcessRuntime(options: ProcessRuntimeOptions): Runtime {
  const sandboxes = new Set<Sandbox>()
  let isDisposed = false

  return {
    id: options.id,
    contained: false,

    async acquire(spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox> {
      signal.throwIfAborted()
      if (isDisposed) throw noSandbox(options.id, 'the runtime has been closed.')
      const trace: SandboxTrace = {
        sandboxId: `${spec.runId}-${randomBytes(4).toString('hex')}`,
        folder: await freeFolder(options.temporaryRoot ?? tmpdir()),
      }
      const hold = options.guardian?.hold({ kind: 'processes', ...trace })
      let folder: SandboxFolder
      try {
        folder = await createFolder(options, trace, spec.runId)
        if (isDisposed) throw noSandbox(options.id, 'the runtime has been closed.')
        signal.throwIfAborted()
      } catch (error) {
        await removeFolder(trace.folder)
        hold?.[Symbol.dispose]()
        throw error
      }
      const sandbox = new ProcessSandbox(trace, folder, () => {
        sandboxes.delete(sandbox)
        hold?.[Symbol.dispose]()
      })
      sandboxes.add(sandbox)
      return sandbox
    },

    async [Symbol.asyncDispose](): Promise<void> {
      isDisposed = true
      await Promise.all([...sandboxes].map((sandbox) => sandbox[Symbol.asyncDispose]()))
    },
  }
}

/** A path where nothing is yet, without links, since the candidate sees it. */
async function freeFolder(temporaryRoot: string): Promise<string> {
  const root = await realpath(temporaryRoot).catch(() => temporaryRoot)
  return join(root, `vitrial-${randomBytes(6).toString('hex')}`)
}

async function createFolder(
  options: ProcessRuntimeOptions,
  { folder, sandboxId }: SandboxTrace,
  runId: string,
): Promise<SandboxFolder> {
  const labels = sandboxLabels({ runId, sandboxId, owner: thisOwner(), createdAtMs: Date.now() })
  try {
    return await createSandboxFolder(folder, options.programs ?? {}, labels)
  } catch (cause) {
    const reason = `no folder with its programs could be made at ${folder}`
    throw noSandbox(options.id, `${reason}. Check space, permissions and that the programs exist.`, cause)
  }
}
