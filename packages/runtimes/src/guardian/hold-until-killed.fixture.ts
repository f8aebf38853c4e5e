import { createProcessRuntime } from '../process/process-runtime.ts'
import { createGuardian } from './create-guardian.ts'

/**
 * Run by a test as a process of its own: a host with sandboxes in which programs stay, hidden as well as they
 * can. Prints the pids of them all, then waits. Arguments: the folder for temporary files, how many sandboxes.
 */
const [temporaryRoot = '', count = '1'] = process.argv.slice(2)
const guardian = createGuardian({ temporaryRoot })
const runtime = createProcessRuntime({ id: 'process', temporaryRoot, guardian })
const { signal } = new AbortController()

const stay =
  'sleep 1000 & echo $!; setsid sleep 1000 & echo $!; env -i setsid sleep 1000 & echo $!; echo $$; wait'
for (let index = 0; index < Number(count); index += 1) {
  const sandbox = await runtime.acquire({ runId: `run-${index}`, limits: {} }, signal)
  const cwd = sandbox.directories.workspace
  const program = await sandbox.exec({ argv: ['sh', '-c', stay], cwd }, signal)
  const show = async (): Promise<void> => {
    for await (const chunk of program.stdout) process.stdout.write(chunk)
  }
  show().catch(() => process.exit(1))
}
setInterval(() => undefined, 1000)
