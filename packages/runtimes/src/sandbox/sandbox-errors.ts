import { InfrastructureError } from '@vitrial/core/errors'

/** Says that a runtime cannot give a sandbox. @param why a sentence with its end */
export function noSandbox(runtimeId: string, why: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_START',
    `Runtime ${runtimeId} has no sandbox to give: ${why}`,
    { cause },
  )
}

/** Says that a sandbox has been ended. @param wish what was asked of it, as in "start a program" */
export function sandboxEnded(sandboxId: string, wish: string): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_LOST',
    `Cannot ${wish} in sandbox ${sandboxId}: it has been ended. Do this before freeze.`,
  )
}

/** Says that a path is outside of a sandbox's own directories. */
export function outsideSandbox(path: string): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `${path} is not in the sandbox. Use one of its own directories.`,
  )
}

/** Says that no program in a sandbox listens on a port. */
export function nothingAnswers(port: number, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_CONNECTION',
    `Nothing answers on port ${port} in the sandbox. Check that the program there is running and listens on it.`,
    { cause },
  )
}
