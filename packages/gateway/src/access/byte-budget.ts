/** How much the requests under way may take up together. */
export interface BudgetLimits {
  /** Of one access, with what waits. More is refused. */
  readonly accessBytes: number
  /** Calls of one access at once. More are refused. */
  readonly accessCalls: number
  /** So much of an access never waits for others. */
  readonly shareBytes: number
  /** Of all accesses, beyond their shares. What does not fit in waits until others have ended. */
  readonly poolBytes: number
  /** Of the answers of one access, as long as their calls go on. More is passed on, but not kept. */
  readonly keptBytes: number
}

const mebibyte = 1024 * 1024

/**
 * A call holds about three times its request: parsed, as it goes to the provider, and as it is recorded. These keep a
 * host with floods from several agents below half a gibibyte, and no agent that works comes near its own.
 */
export const budgetLimits: BudgetLimits = {
  accessBytes: 40 * mebibyte,
  accessCalls: 128,
  shareBytes: 4 * mebibyte,
  poolBytes: 96 * mebibyte,
  keptBytes: 32 * mebibyte,
}

interface Waiter {
  readonly bytes: number
  readonly admit: () => void
}

/** The bytes of all requests under way in one gateway. */
export class ByteBudget {
  readonly limits: BudgetLimits
  readonly #waiters: Waiter[] = []
  #pooledBytes = 0

  constructor(limits: BudgetLimits = budgetLimits) {
    this.limits = limits
  }

  /** The part of one access. */
  open(): AccessBudget {
    return new AccessBudget(this)
  }

  /** Takes bytes out of the pool, first come, first served. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#waiters.length === 0 && this.#fits(bytes)) {
      this.#pooledBytes += bytes
      return
    }
    await new Promise<void>((resolve, reject) => {
      const forget = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        reject(signal.reason)
        this.#admit()
      }
      const waiter: Waiter = {
        bytes,
        admit: () => {
          signal.removeEventListener('abort', forget)
          resolve()
        },
      }
      this.#waiters.push(waiter)
      signal.addEventListener('abort', forget, { once: true })
    })
  }

  /** The same, if there is room at once. */
  tryTake(bytes: number): boolean {
    if (this.#waiters.length > 0 || !this.#fits(bytes)) return false
    this.#pooledBytes += bytes
    return true
  }

  /** Taken out of the pool by now. */
  get pooledBytes(): number {
    return this.#pooledBytes
  }

  giveBack(bytes: number): void {
    this.#pooledBytes -= bytes
    this.#admit()
  }

  #fits(bytes: number): boolean {
    return this.#pooledBytes === 0 || this.#pooledBytes + bytes <= this.limits.poolBytes
  }

  #admit(): void {
    for (let next = this.#waiters[0]; next && this.#fits(next.bytes); next = this.#waiters[0]) {
      this.#waiters.shift()
      this.#pooledBytes += next.bytes
      next.admit()
    }
  }
}

/** What the calls of one access hold. */
export class AccessBudget {
  readonly budget: ByteBudget
  calls = 0
  bytes = 0
  sharedBytes = 0
  keptBytes = 0

  constructor(budget: ByteBudget) {
    this.budget = budget
  }

  /** The budget of one call, given back when it is disposed; undefined if there are too many at once. */
  enter(): CallBudget | undefined {
    return this.calls < this.budget.limits.accessCalls ? new CallBudget(this) : undefined
  }
}

/** What one call holds. */
export class CallBudget implements Disposable {
  readonly #access: AccessBudget
  #bytes = 0
  #sharedBytes = 0
  #pooledBytes = 0
  #keptBytes = 0
  #isDisposed = false

  constructor(access: AccessBudget) {
    this.#access = access
    access.calls += 1
  }

  /** Takes bytes and waits for them if others hold too much; false if its own access does. */
  async take(bytes: number, signal: AbortSignal): Promise<boolean> {
    const pooled = this.#fromShare(bytes)
    if (pooled === undefined) return false
    if (pooled === 0) return true
    await this.#access.budget.take(pooled, signal)
    if (this.#isDisposed) this.#access.budget.giveBack(pooled)
    else this.#pooledBytes += pooled
    return true
  }

  /** Takes bytes if they are there at once. */
  tryTake(bytes: number): boolean {
    const pooled = this.#fromShare(bytes)
    if (pooled === undefined) return false
    if (pooled === 0) return true
    if (!this.#access.budget.tryTake(pooled)) return false
    this.#pooledBytes += pooled
    return true
  }

  /** How many of so many bytes of the answer may be kept. */
  keep(bytes: number): number {
    const kept = Math.min(bytes, this.#access.budget.limits.keptBytes - this.#access.keptBytes)
    this.#keptBytes += kept
    this.#access.keptBytes += kept
    return kept
  }

  [Symbol.dispose](): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    this.#access.calls -= 1
    this.#access.bytes -= this.#bytes
    this.#access.sharedBytes -= this.#sharedBytes
    this.#access.keptBytes -= this.#keptBytes
    if (this.#pooledBytes > 0) this.#access.budget.giveBack(this.#pooledBytes)
  }

  /** What is left to be taken out of the pool; undefined if the access would have too much. */
  #fromShare(bytes: number): number | undefined {
    const { limits } = this.#access.budget
    if (this.#access.bytes + bytes > limits.accessBytes) return undefined
    const shared = Math.min(bytes, limits.shareBytes - this.#access.sharedBytes)
    this.#bytes += bytes
    this.#access.bytes += bytes
    this.#sharedBytes += shared
    this.#access.sharedBytes += shared
    return bytes - shared
  }
}
