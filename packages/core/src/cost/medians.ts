/** Keeps values under keys, and knows the median of each key. */
export class Medians {
  readonly #values = new Map<string, number[]>()
  /** Computed when asked for, forgotten when a value comes. */
  readonly #medians = new Map<string, number>()

  /** Puts a value under each of the keys. */
  add(keys: readonly string[], value: number): void {
    for (const key of keys) {
      const values = this.#values.get(key)
      if (values) values.push(value)
      else this.#values.set(key, [value])
      this.#medians.delete(key)
    }
  }

  /** The median under the first key that has values; null if none has. */
  of(keys: readonly string[]): number | null {
    for (const key of keys) {
      const known = this.#medians.get(key)
      if (known !== undefined) return known
      const values = this.#values.get(key)
      if (values === undefined) continue
      const median = medianOf(values)
      this.#medians.set(key, median)
      return median
    }
    return null
  }
}

/** The middle of the values; of two middles their mean. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? 0)) / 2
}
