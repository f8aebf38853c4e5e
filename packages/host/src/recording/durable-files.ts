import { open } from 'node:fs/promises'

/** Makes a file read-only and its content durable. */
export async function finishFile(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.chmod(0o444)
  await file.sync()
}

/** Makes the names in a folder durable. */
export async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}
