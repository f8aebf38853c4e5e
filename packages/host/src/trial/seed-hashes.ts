import type { LoadedEval } from '../load-benchmark/loaded-benchmark.ts'
import { seedHash } from './workspace-seed.ts'

/** The hashes of the files that evals start with, each worked out once. */
export class SeedHashes {
  readonly #hashes = new Map<string, Promise<string>>()

  /** The hash of an eval's workspace. */
  async of({ id, workspaceDirectory }: LoadedEval): Promise<string> {
    const known = this.#hashes.get(id)
    if (known) return await known
    const hash = seedHash(workspaceDirectory)
    this.#hashes.set(id, hash)
    return await hash
  }
}
