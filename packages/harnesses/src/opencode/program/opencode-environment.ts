import type { FileEntry } from '@vitrial/core/ports'

/** Where a server keeps its things. Absolute paths as seen by the server. */
export interface ServerDirectories {
  readonly home: string
  readonly temporary: string
}

/** Relative to the home. With this in place of its built-in list of models, a first prompt costs a third. */
const modelListPath = '.opencode-models.json'

/**
 * The environment that keeps a server to itself: its own folders, nothing fetched, nothing asked of a person.
 */
export function openCodeEnvironment(directories: ServerDirectories): Record<string, string> {
  const { home, temporary } = directories
  return {
    HOME: home,
    TMPDIR: temporary,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_STATE_HOME: `${home}/.local/state`,
    XDG_CACHE_HOME: `${home}/.cache`,
    OPENCODE_MODELS_PATH: `${home}/${modelListPath}`,
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
    OPENCODE_DISABLE_EMBEDDED_WEB_UI: '1',
    OPENCODE_PURE: '1',
    // Its own interfaces offer a tool that asks a person; any other name does not.
    OPENCODE_CLIENT: 'headless',
  }
}

/** What a judge's server does without on top: it reads no project and watches no files. */
export const judgeEnvironment: Readonly<Record<string, string>> = {
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_FFF: '1',
  OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: '1',
}

/**
 * The files that must lie in a server's home before it starts: the empty list of models, and a finished
 * installation of the plugin package, which it would otherwise fetch from the network.
 */
export async function* openCodeHomeFiles(version: string): AsyncGenerator<FileEntry> {
  const dependencies = { '@opencode-ai/plugin': version }
  const files = {
    [modelListPath]: {},
    '.config/opencode/package.json': { dependencies },
    '.config/opencode/package-lock.json': {
      name: 'opencode',
      lockfileVersion: 3,
      packages: { '': { dependencies } },
    },
  }
  yield { type: 'directory', path: '.config', mode: 0o755 }
  yield { type: 'directory', path: '.config/opencode', mode: 0o755 }
  yield { type: 'directory', path: '.config/opencode/node_modules', mode: 0o755 }
  for (const [path, content] of Object.entries(files)) {
    yield { type: 'file', path, mode: 0o644, content: new TextEncoder().encode(JSON.stringify(content)) }
  }
}
