import type { Guardian } from '@vitrial/core/ports'
import { createGuardian } from '@vitrial/runtimes'
import { RegistrySlot } from '../registry/registry-slot.ts'

/** One guardian for all hosts of an invocation. It closes when the last of them has closed its own. */
export class SharedGuardian {
  readonly #create: () => Guardian
  #guardian: Guardian | undefined
  #leases = 0

  constructor(create: () => Guardian) {
    this.#create = create
  }

  /** The guardian for one host, which closes it when it holds nothing more. */
  lease(): Guardian {
    const guardian = (this.#guardian ??= this.#create())
    this.#leases += 1
    let isClosed = false
    return {
      hold: (trace) => guardian.hold(trace),
      sweep: (signal) => guardian.sweep(signal),
      [Symbol.asyncDispose]: async () => {
        if (isClosed) return
        isClosed = true
        this.#leases -= 1
        if (this.#leases > 0) return
        this.#guardian = undefined
        await guardian[Symbol.asyncDispose]()
      },
    }
  }
}

const slot = new RegistrySlot<SharedGuardian>('guardian')

/** A lease of this process's guardian. */
export function leaseGuardian(): Guardian {
  return slot.valueOr(() => new SharedGuardian(createGuardian)).lease()
}
