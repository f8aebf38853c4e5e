import type { Trace } from '@vitrial/core/ports'
import { endProcesses } from '../machine/end-processes.ts'
import { removeFolder } from '../machine/remove-folder.ts'
import { SandboxProcesses } from '../ownership/sandbox-processes.ts'
import { endContainers } from './end-containers.ts'

const deadlineMs = 20_000

/** Ends what a dead host left. What resists stays for the sweep of a later host. */
export async function endTrace(trace: Trace): Promise<void> {
  switch (trace.kind) {
    case 'folder':
      await removeFolder(trace.path)
      return
    case 'processes': {
      const processes = new SandboxProcesses(trace)
      await endProcesses({ find: () => processes.find(), deadlineMs })
      await removeFolder(trace.folder)
      return
    }
    case 'containers':
      await endContainers(trace, deadlineMs)
  }
}
