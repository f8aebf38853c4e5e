import type { VitrialError } from '@vitrial/core/errors'
import type { EvidenceView } from '@vitrial/core/evidence'
import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgeRequest } from '@vitrial/core/ports'
import type { CheckReference } from './judge-tools-record.ts'

/** What a judge is asked, as a check of its judge run. */
export interface JudgeCheck extends JudgeRequest {
  readonly checkId: string
}

/** What became of a check. */
export type CheckAnswer =
  | { readonly status: 'submitted'; readonly metrics: readonly MetricJudgment[] }
  | { readonly status: 'continued'; readonly missing: string }
  /** The evidence could not be read: it says nothing about agent or judge. */
  | { readonly status: 'unreadable'; readonly error: VitrialError }
  | { readonly status: 'withdrawn' }

/** One question that a judge has to answer, bound to one evidence view. The first answer stays. */
export class PendingCheck {
  readonly check: JudgeCheck
  readonly view: EvidenceView
  /** Set while a submission is being validated: another one meanwhile is refused. */
  isValidating = false
  /** How many submissions to it were rejected. */
  rejections = 0
  readonly #answered = new AbortController()
  #answer: CheckAnswer | undefined

  constructor(check: JudgeCheck, view: EvidenceView) {
    this.check = check
    this.view = view
  }

  /** What is on record for this check. */
  get reference(): CheckReference {
    const { requestId, checkId, phase } = this.check
    const { checkpoint, evidenceHash } = this.view
    return { requestId, checkId, phase, checkpoint, evidenceHash }
  }

  /** Undefined until there is one. */
  get answer(): CheckAnswer | undefined {
    return this.#answer
  }

  /** Aborts as soon as there is an answer. */
  get answered(): AbortSignal {
    return this.#answered.signal
  }

  /** Answers the check; false if it was answered before. */
  settle(answer: CheckAnswer): boolean {
    if (this.#answer !== undefined) return false
    this.#answer = answer
    this.#answered.abort()
    return true
  }

  /** Ends the wait for an answer: from now on every one is refused. */
  withdraw(): void {
    this.settle({ status: 'withdrawn' })
  }
}
