import { readFileSync } from 'node:fs'

/** What the relay in a sandbox is told. */
export interface RelaySettings {
  /** The folder whose files are counted. */
  readonly root: string
  /** How long the host may be silent before the relay ends itself, and the container with it. */
  readonly silenceMs: number
  /** Counting stops beyond these. */
  readonly limits: { readonly files: number; readonly bytes: number }
}

/** The text of a container's main program, the relay. */
export function relayProgram(settings: RelaySettings): string {
  return programText(['limits.cjs', 'relay.cjs'], settings)
}

/** What a program that ends another one is told. */
export interface KillSettings {
  /** The environment entry by which its processes are known. */
  readonly marker: string
  /** The pid it has inside the sandbox, which is its session's too. */
  readonly leader: number
  /** Time it gets to end by itself. */
  readonly graceMs: number
  readonly deadlineMs: number
}

/** The text of a program that ends another one. */
export function killProgram(settings: KillSettings): string {
  return programText(['kill-program.cjs'], settings)
}

/**
 * The command that runs such a text with whatever the image has: Node, or OpenCode, which is also a JavaScript
 * runtime.
 */
export function runText(text: string): [string, ...string[]] {
  const script = 'command -v node >/dev/null 2>&1 && exec node -e "$1"; BUN_BE_BUN=1 exec opencode -e "$1"'
  return ['sh', '-c', script, 'sh', text]
}

/** Puts a program together from its files. The folder `relay` lies beside `src` and `dist` alike. */
function programText(files: readonly string[], settings: unknown): string {
  const texts = files.map((file) => readFileSync(new URL(`../../../relay/${file}`, import.meta.url), 'utf8'))
  return [`const settings = ${JSON.stringify(settings)};`, ...texts].join('\n')
}
