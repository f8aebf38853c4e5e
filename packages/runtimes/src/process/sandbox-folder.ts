import { constants } from 'node:fs'
import { access, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFolderLabels } from '../ownership/folder-labels.ts'
import { removeFolder } from '../machine/remove-folder.ts'
import { markerVariable } from '../ownership/sandbox-processes.ts'

/** A sandbox's folder on the disk. Paths are real, without links, since the candidate sees them. */
export interface SandboxFolder {
  readonly root: string
  readonly workspace: string
  readonly home: string
  readonly temporary: string
  /** What git takes for the system's configuration: an identity to commit with, and nothing of this machine's. */
  readonly gitConfiguration: string
  /** Links to the programs the sandbox was given; first on its PATH. */
  readonly programs: string
}

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Makes the folder of one sandbox, at a path where nothing is yet. */
export async function createSandboxFolder(
  root: string,
  programs: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): Promise<SandboxFolder> {
  await mkdir(root, { mode: 0o700 })
  const folder: SandboxFolder = {
    root,
    workspace: join(root, 'workspace'),
    home: join(root, 'home'),
    temporary: join(root, 'tmp'),
    programs: join(root, 'bin'),
    gitConfiguration: join(root, 'gitconfig'),
  }
  try {
    await writeFolderLabels(root, labels)
    await Promise.all(
      [folder.workspace, folder.home, folder.temporary, folder.programs].map((path) => mkdir(path)),
    )
    await writeFile(folder.gitConfiguration, '[user]\n\tname = agent\n\temail = agent@localhost\n')
    await Promise.all(
      Object.entries(programs).map(async ([name, target]) => {
        await access(target, constants.X_OK)
        await symlink(target, join(folder.programs, name))
      }),
    )
    return folder
  } catch (error) {
    await removeFolder(root)
    throw error
  }
}

/** All that a program sees of an environment: nothing of the host's. */
export function sandboxEnvironment(
  folder: SandboxFolder,
  marker: string,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    PATH: `${folder.programs}:${systemPath}`,
    HOME: folder.home,
    TMPDIR: folder.temporary,
    LANG: 'C.UTF-8',
    GIT_CONFIG_SYSTEM: folder.gitConfiguration,
    XDG_CONFIG_HOME: join(folder.home, '.config'),
    XDG_DATA_HOME: join(folder.home, '.local/share'),
    XDG_STATE_HOME: join(folder.home, '.local/state'),
    XDG_CACHE_HOME: join(folder.home, '.cache'),
    ...extra,
    [markerVariable]: marker,
  }
}
