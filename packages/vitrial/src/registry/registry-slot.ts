/** Names what there is one of. */
export type RegistryName =
  /** In Vitest's main process: the evals at work in each Vitest. */
  | 'sessions'
  /** In Vitest's main process: what all projects of evals in a Vitest may cost together. */
  | 'invocations'
  /** In Vitest's main process: what ends the sandboxes of all hosts if it dies. */
  | 'guardian'
  /** In a worker: the way to the host. */
  | 'channel'

const key = Symbol.for('vitrial')

/**
 * A place for what a process or worker has one of. All copies of this package share it: it hangs on `globalThis`, because
 * a module may load twice.
 */
export class RegistrySlot<T> {
  readonly #name: RegistryName

  constructor(name: RegistryName) {
    this.#name = name
  }

  /** What was put here, by whichever copy. */
  get value(): T | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has one slot, of one type
    return registry()[this.#name] as T | undefined
  }

  set value(value: T) {
    registry()[this.#name] = value
  }

  /** What was put here; made and put here if nothing was. */
  valueOr(create: () => T): T {
    return (this.value ??= create())
  }
}

function registry(): Partial<Record<RegistryName, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else uses this symbol
  const holder = globalThis as { [key]?: Partial<Record<RegistryName, unknown>> }
  return (holder[key] ??= {})
}
