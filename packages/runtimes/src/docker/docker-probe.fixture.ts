import type { ByteStream, Sandbox } from '@vitrial/core/ports'

/** What a shell script prints. */
export async function runText(sandbox: Sandbox, script: string, ...args: readonly string[]): Promise<string> {
  return run(sandbox, ['sh', '-c', script, 'sh', ...args])
}

/** What a Node script prints. */
export async function runNode(sandbox: Sandbox, script: string, ...args: readonly string[]): Promise<string> {
  return run(sandbox, ['node', '-e', script, '--', ...args])
}

async function run(sandbox: Sandbox, argv: readonly [string, ...string[]]): Promise<string> {
  const { workspace } = sandbox.directories
  const program = await sandbox.exec({ argv, cwd: workspace }, AbortSignal.timeout(60_000))
  let text = ''
  for await (const chunk of program.stdout) text += Buffer.from(chunk).toString()
  await program.exit
  return text
}

/** Answers an HTTP request with a greeting. */
export function answerHello(connection: ByteStream): void {
  connection.write(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello'))
  connection.end()
}
