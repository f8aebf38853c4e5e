import type { LoadedEval } from '../../benchmark/loaded-benchmark.ts'
import { freezeSeed, type FrozenSeed } from './frozen-seed.ts'

/** The files that evals start with, each read and hashed once: every trial of an invocation starts with the same. */
export class SeedHashes {
  readonly #seeds = new Map<string, Promise<FrozenSeed>>()

  /** The hash of an eval's workspace. */
  async of(loaded: LoadedEval): Promise<string> {
    return (await this.frozen(loaded)).hash
  }

  /** An eval's workspace as it was at the first look. */
  async frozen({ id, workspaceDirectory }: LoadedEval): Promise<FrozenSeed> {
    const known = this.#seeds.get(id)
    if (known) return await known
    const seed = freezeSeed(workspaceDirectory).catch((error: unknown) => {
      // Whoever mends the folder and asks again gets an answer.
      this.#seeds.delete(id)
      throw error
    })
    this.#seeds.set(id, seed)
    return await seed
  }
}
