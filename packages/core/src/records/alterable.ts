/** A row whose content no longer fits the hash that it was finalized with: somebody wrote to it since. */
export interface Alterable {
  readonly isAltered?: true
}
