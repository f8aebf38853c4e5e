import { lstat, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownerText, parseOwner, thisOwner, type Owner } from './owner.ts'

const fileName = 'owner.json'

/** What a folder says of itself. */
export interface OwnedFolder {
  readonly owner: Owner
  readonly sandboxId: string
  readonly createdAtMs: number
}

/** Marks a folder as made by this process for a sandbox. */
export async function writeOwner(folder: string, sandboxId: string): Promise<void> {
  const text = { owner: ownerText(thisOwner()), sandboxId, createdAtMs: Date.now() }
  await writeFile(join(folder, fileName), `${JSON.stringify(text)}\n`, { mode: 0o600 })
}

/** Reads what {@link writeOwner} wrote; undefined for any other folder, and for another user's. */
export async function readOwner(folder: string): Promise<OwnedFolder | undefined> {
  try {
    const entry = await lstat(folder)
    if (!entry.isDirectory() || entry.uid !== process.getuid?.()) return undefined
    const text: unknown = JSON.parse(await readFile(join(folder, fileName), 'utf8'))
    return parseOwned(text)
  } catch {
    // Not there, not readable, not JSON: then it is not ours to touch.
    return undefined
  }
}

function parseOwned(text: unknown): OwnedFolder | undefined {
  if (typeof text !== 'object' || text === null) return undefined
  if (!('owner' in text) || !('sandboxId' in text) || !('createdAtMs' in text)) return undefined
  const { owner: named, sandboxId, createdAtMs } = text
  if (typeof named !== 'string' || typeof sandboxId !== 'string' || typeof createdAtMs !== 'number') {
    return undefined
  }
  const owner = parseOwner(named)
  return owner && { owner, sandboxId, createdAtMs }
}
