/** The API of a container engine is reached here. */
export type EngineAddress =
  | { readonly socketPath: string }
  | {
      readonly host: string
      readonly port: number
      /** PEM texts. Absent: no TLS. */
      readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
    }

/** Something that would outlive its host, as it is found again by another process. Plain JSON. */
export type Trace =
  /** A folder on this machine. */
  | { readonly kind: 'folder'; readonly path: string }
  /** The processes of a sandbox on this machine, and its folder. */
  | { readonly kind: 'processes'; readonly sandboxId: string; readonly folder: string }
  /** Containers, volumes and networks of an engine that carry this label, `name=value`. */
  | { readonly kind: 'containers'; readonly engine: EngineAddress; readonly label: string }

/** Something that a dead host left and that could not be removed. */
export interface Leftover {
  /** As a person finds it: a path, or a container by its id. */
  readonly what: string
  readonly why: string
}

/**
 * Ends what a host leaves behind if it dies, however it dies.
 *
 * @example
 * ```ts
 * // Guards nothing: for work that leaves nothing behind.
 * const noGuardian: Guardian = {
 *   hold: () => ({ [Symbol.dispose]: () => {} }),
 *   sweep: async () => [],
 *   [Symbol.asyncDispose]: async () => {},
 * }
 *
 * using hold = noGuardian.hold({ kind: 'folder', path: '/tmp/vitrial-7f3a' })
 * ```
 */
export interface Guardian extends AsyncDisposable {
  /**
   * Ends the trace if this host dies before the returned hold is disposed. Call it before there is anything to
   * end, and dispose the hold when nothing is left.
   */
  hold(trace: Trace): Disposable
  /**
   * Removes what earlier hosts left on this machine and nobody ended. Nothing else is touched. Resolves with what
   * resisted, which keeps nobody from working.
   */
  sweep(signal: AbortSignal): Promise<readonly Leftover[]>
}
