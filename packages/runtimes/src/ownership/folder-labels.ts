import { lstat, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = '.vitrial-labels.json'

/** Gives a folder the labels a container would have. */
export async function writeFolderLabels(
  folder: string,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  await writeFile(join(folder, fileName), `${JSON.stringify(labels)}\n`, { mode: 0o600 })
}

/** The labels of a folder; undefined if it has none, is a link or is another user's. */
export async function readFolderLabels(
  folder: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    const entry = await lstat(folder)
    if (!entry.isDirectory() || entry.uid !== process.getuid?.()) return undefined
    const labels: unknown = JSON.parse(await readFile(join(folder, fileName), 'utf8'))
    return isLabels(labels) ? labels : undefined
  } catch {
    // Not there, not readable, not JSON: then it is not ours to touch.
    return undefined
  }
}

function isLabels(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((label) => typeof label === 'string')
}
