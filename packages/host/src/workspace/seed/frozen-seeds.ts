import { freezeSeed, type FrozenSeed } from './frozen-seed.ts'

/** An eval, as far as its files go. */
export interface SeededEval {
  readonly id: string
  /** Absolute; absent for one that starts with none. */
  readonly workspaceDirectory?: string
}

/** The files that evals start with, each read and hashed once: every trial of an invocation starts with the same. */
export class FrozenSeeds {
  readonly #seeds = new Map<string, Promise<FrozenSeed>>()

  /** The hash of an eval's workspace. */
  async hashOf(seeded: SeededEval): Promise<string> {
    return (await this.of(seeded)).hash
  }

  /** An eval's workspace as it was at the first look. */
  async of({ id, workspaceDirectory }: SeededEval): Promise<FrozenSeed> {
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
