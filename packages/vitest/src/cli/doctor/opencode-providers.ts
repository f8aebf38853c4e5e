import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The names of the providers that OpenCode is signed in to on this machine; none if it never was. */
export async function openCodeProviders(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const shared = environment['XDG_DATA_HOME'] || join(environment['HOME'] || homedir(), '.local', 'share')
  try {
    const content: unknown = JSON.parse(await readFile(join(shared, 'opencode', 'auth.json'), 'utf8'))
    return typeof content === 'object' && content !== null ? Object.keys(content) : []
  } catch {
    // OpenCode's own file: whether it is there and whole is for OpenCode to say.
    return []
  }
}
