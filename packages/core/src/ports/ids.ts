/**
 * New identifiers, injected so that tests can foresee them.
 *
 * @example
 * ```ts
 * // Counts, in the shape of a uuid v7.
 * function countedIds(): Ids {
 *   let count = 0
 *   return { next: () => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}` }
 * }
 * ```
 */
export interface Ids {
  /** A uuid v7: sorts by time of creation. */
  next(): string
}
