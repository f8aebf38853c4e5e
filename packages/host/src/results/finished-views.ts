import type { EvidenceView } from '@vitrial/core/evidence'

/** How many recordings stay open for reading; what is read of them stays in memory. */
const mostOpen = 16

/**
 * Views of finalized recordings for whoever reads them page by page: each is opened and verified once, and
 * the one that was not read for the longest time is let go.
 */
export class FinishedViews {
  readonly #openView: (evalRunId: string) => Promise<EvidenceView>
  readonly #views = new Map<string, Promise<EvidenceView>>()

  constructor(openView: (evalRunId: string) => Promise<EvidenceView>) {
    this.#openView = openView
  }

  async view(evalRunId: string): Promise<EvidenceView> {
    const opening = this.#views.get(evalRunId) ?? this.#openView(evalRunId)
    // A map keeps the order of insertion: what is read last moves to its end.
    this.#views.delete(evalRunId)
    this.#views.set(evalRunId, opening)
    const [oldest] = this.#views.keys()
    if (this.#views.size > mostOpen && oldest !== undefined) this.#views.delete(oldest)
    try {
      return await opening
    } catch (error) {
      if (this.#views.get(evalRunId) === opening) this.#views.delete(evalRunId)
      throw error
    }
  }
}
