import { InfrastructureError } from '@vitrial/core/errors'
import { endProcesses, type EndProcessesOptions } from '../machine/end-processes.ts'

/** Ends processes until none is left. Throws an {@link InfrastructureError} if some outlive the deadline. */
export async function endAll(options: EndProcessesOptions): Promise<void> {
  const left = await endProcesses(options)
  if (left.length === 0) return
  throw new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_END',
    `Processes of a sandbox still run ${options.deadlineMs} ms after SIGKILL: ${left.join(', ')}. End them by hand.`,
  )
}
