import type { CostEstimate } from './cost-estimates.ts'

/** Costs are added as whole billionths of a dollar, so that their sum is exact in any order. */
const unitsInUsd = 1e9

type Part = 'candidate' | 'judge'

/** Money set aside for one piece of work. */
export interface Reservation extends Disposable {
  /** Counts what a part really cost in place of what was set aside for it; again for each further attempt. */
  spend(part: Part, costUsd: number | null): void
  /** Gives back what is still set aside. Once is enough, more often does no harm. */
  release(): void
}

/**
 * An invocation may cost this much, over candidates and judges. It only schedules: work that does not fit is not
 * started, work that was started finishes.
 */
export class Budget {
  /** US dollars; undefined: no limit. */
  readonly limitUsd: number | undefined
  #spent = 0
  #reserved = 0
  #unknownCosts = 0

  /** @throws RangeError if the limit is not a finite number of at least 0. */
  constructor(limitUsd?: number) {
    if (limitUsd !== undefined && !(Number.isFinite(limitUsd) && limitUsd >= 0)) {
      throw new RangeError(`A cost limit is a number of US dollars of at least 0, not ${limitUsd}.`)
    }
    this.limitUsd = limitUsd
  }

  get spentUsd(): number {
    return this.#spent / unitsInUsd
  }

  get reservedUsd(): number {
    return this.#reserved / unitsInUsd
  }

  /** How many costs turned out unknown; each counts as what had been set aside for it. */
  get unknownCosts(): number {
    return this.#unknownCosts
  }

  /**
   * Sets aside what work is likely to cost; undefined if spent, reserved and estimate together exceed the limit,
   * or if the cost is unknown under a limit. Exactly the limit passes.
   *
   * @param capUsd the trial's own hard cap, which stands in for an unknown cost.
   */
  tryReserve(estimate: CostEstimate, capUsd?: number): Reservation | undefined {
    const parts = boundedEstimate(estimate, capUsd)
    if (this.limitUsd === undefined) return this.#reserve(parts)
    if (parts.candidateUsd === null || parts.judgeUsd === null) return undefined
    const wanted = unitsOf(parts.candidateUsd) + unitsOf(parts.judgeUsd)
    if (this.#spent + this.#reserved + wanted > unitsOf(this.limitUsd)) return undefined
    return this.#reserve(parts)
  }

  /** Counts a cost for which nothing was set aside. */
  spend(costUsd: number | null): void {
    this.#spend(costUsd, 0)
  }

  #reserve(parts: CostEstimate): Reservation {
    const held: Record<Part, number> = {
      candidate: unitsOf(parts.candidateUsd ?? 0),
      judge: unitsOf(parts.judgeUsd ?? 0),
    }
    this.#reserved += held.candidate + held.judge
    const take = (part: Part): number => {
      const units = held[part]
      held[part] = 0
      this.#reserved -= units
      return units
    }
    const release = (): void => {
      take('candidate')
      take('judge')
    }
    return {
      spend: (part, costUsd) => this.#spend(costUsd, take(part)),
      release,
      [Symbol.dispose]: release,
    }
  }

  #spend(costUsd: number | null, expectedUnits: number): void {
    if (costUsd === null) this.#unknownCosts += 1
    this.#spent += costUsd === null ? expectedUnits : unitsOf(costUsd)
  }
}

/** The estimate with a trial's cap in place of what is unknown: all of it for the candidate, the rest for the judge. */
export function boundedEstimate({ candidateUsd, judgeUsd }: CostEstimate, capUsd?: number): CostEstimate {
  if (capUsd === undefined) return { candidateUsd, judgeUsd }
  const candidate = candidateUsd ?? capUsd
  return { candidateUsd: candidate, judgeUsd: judgeUsd ?? Math.max(0, capUsd - candidate) }
}

function unitsOf(usd: number): number {
  return Math.round(usd * unitsInUsd)
}
