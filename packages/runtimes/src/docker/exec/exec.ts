import { InfrastructureError } from '@vitrial/core/errors'
import type { SandboxCommand } from '@vitrial/core/ports'
import { markerVariable } from '../../ownership/sandbox-processes.ts'
import { candidateUser, sandboxDirectories } from '../inside/sandbox-layout.ts'
import { DockerProcess, type ExecContext } from './docker-process.ts'
import { openExec } from './sandbox-exec.ts'

/**
 * Runs before a program, in its place: makes it the one the kernel ends first when memory runs out, checks that it is
 * there, and tells the pid it has inside.
 */
const starter = `{ echo 500 >/proc/$$/oom_score_adj; } 2>/dev/null
command -v "$1" >/dev/null 2>&1 || exit 127
echo "started $$" >&2
exec "$@"`

/**
 * Starts a program of the candidate in a running container.
 *
 * @throws {InfrastructureError} `VITRIAL_INFRA_HARNESS_START` if it is not there
 */
export async function execInContainer(
  command: SandboxCommand,
  context: ExecContext,
  signal: AbortSignal,
): Promise<DockerProcess> {
  const [program] = command.argv
  const opened = await openExec(
    context.container,
    {
      argv: ['sh', '-c', starter, 'sh', ...command.argv],
      user: candidateUser,
      cwd: command.cwd,
      env: {
        HOME: sandboxDirectories.home,
        TMPDIR: sandboxDirectories.temporary,
        LANG: 'C.UTF-8',
        ...command.env,
        [markerVariable]: context.marker,
      },
    },
    signal,
  )
  const started = new DockerProcess(opened, context)
  try {
    if (await started.hasStarted(signal)) return started
  } catch (error) {
    await started.kill()
    throw error
  }
  throw new InfrastructureError(
    'VITRIAL_INFRA_HARNESS_START',
    `${program} could not be started in ${command.cwd}. Check that the image has the program and the folder ` +
      `exists. ${started.whatCame()}`.trim(),
  )
}
