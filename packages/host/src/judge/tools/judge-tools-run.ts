import { errorMessage, JudgeError, VitrialError } from '@vitrial/core/errors'
import { evidenceIndex, evidenceQuerySchema, queryEvidence, type EvidenceView } from '@vitrial/core/evidence'
import {
  continueJudgingSchema,
  validateSubmission,
  type JudgeToolName,
  type SubmissionProblem,
} from '@vitrial/core/judging'
import type { Clock, JudgeToolset, ToolAnswer } from '@vitrial/core/ports'
import { createRedactor, type Redactor } from '@vitrial/core/redaction'
import type { Metric } from '@vitrial/core/rubric'
import { withoutDeepNesting } from '@vitrial/core/text'
import { z } from 'zod'
import { judgeOutput, type JudgeOutput } from './judge-output.ts'
import type { EvidenceReadRecord, SubmissionRecord, SubmissionRejection } from './judge-tools-record.ts'
import { PendingCheck, type JudgeCheck } from './pending-check.ts'
import {
  answeredTexts,
  closedText,
  hopelessText,
  hungUpText,
  nothingPendingText,
  refused,
  rejectedText,
  tooMuchText,
  validatingText,
} from './tool-answers.ts'

/**
 * After so many rejected submissions to one check a judge is stopped: each was told what to correct, and every try is
 * paid for.
 */
const mostRejections = 20

/** What the tools of one judge run are bound to. */
export interface JudgeToolsRunOptions {
  readonly judgeRunId: string
  /** In rubric order. */
  readonly metrics: readonly Metric[]
  readonly mcp: JudgeToolset['mcp']
  readonly clock: Pick<Clock, 'now'>
  /** Takes out of what a judge sends what must not be kept. @default finds nothing */
  readonly redactor?: Redactor
  /** Counts what is kept of it. @default one of its own */
  readonly output?: JudgeOutput
}

/**
 * The four judge tools of one judge run: they serve the view of the check that is pending, take one answer for
 * it, and keep a record of everything asked and submitted.
 */
export class JudgeToolsRun implements JudgeToolset {
  readonly judgeRunId: string
  readonly mcp: JudgeToolset['mcp']
  readonly #metrics: readonly Metric[]
  readonly #clock: Pick<Clock, 'now'>
  readonly #output: JudgeOutput
  readonly #redactor: Redactor
  readonly #submissions: SubmissionRecord[] = []
  readonly #evidenceReads: EvidenceReadRecord[] = []
  readonly #hopeless = new AbortController()
  #pending: PendingCheck | undefined
  #isClosed = false

  constructor(options: JudgeToolsRunOptions) {
    const { judgeRunId, metrics, mcp, clock, output = judgeOutput(), redactor = createRedactor([]) } = options
    this.judgeRunId = judgeRunId
    this.mcp = mcp
    this.#metrics = metrics
    this.#clock = clock
    this.#output = output
    this.#redactor = redactor.and([mcp.token])
  }

  /** All calls of `submit_judgment` and `continue_judging`, in order. */
  get submissions(): readonly SubmissionRecord[] {
    return this.#submissions
  }

  /** All calls of `candidate_evidence`, in order. */
  get evidenceReads(): readonly EvidenceReadRecord[] {
    return this.#evidenceReads
  }

  get rejectedSubmissions(): number {
    return this.#submissions.filter(({ outcome }) => outcome === 'rejected').length
  }

  /** What was wrong first with the last submission, and how many were rejected; undefined if none was. */
  get rejection(): SubmissionRejection | undefined {
    const rejected = this.#submissions.filter(({ outcome }) => outcome === 'rejected')
    const problem = rejected.at(-1)?.problems?.[0]?.message
    return problem === undefined ? undefined : { count: rejected.length, problem }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Aborts, with the error, when one submission after the other was rejected: the judge is not going to manage. */
  get hopeless(): AbortSignal {
    return this.#hopeless.signal
  }

  /** Puts a question to the judge. A check that is still pending is withdrawn: its request id is stale now. */
  expect(check: JudgeCheck, view: EvidenceView): PendingCheck {
    if (this.#isClosed) {
      throw new JudgeError(
        'VITRIAL_JUDGE_INTERNAL',
        `Judge run ${this.judgeRunId} has ended and takes no check. Open a new judge run.`,
      )
    }
    this.#pending?.withdraw()
    this.#pending = new PendingCheck(check, view)
    return this.#pending
  }

  /** Ends the judge run: every later call is refused. Idempotent. */
  close(): void {
    this.#isClosed = true
    this.#pending?.withdraw()
  }

  /** @param signal aborts when the caller has gone: a submission it can no longer hear about is not accepted. */
  async call(tool: JudgeToolName, given: unknown, signal?: AbortSignal): Promise<ToolAnswer> {
    const input = this.#redactor.value(withoutDeepNesting(given))
    const pending = this.#pending
    const refusal = this.#refusalOf(pending)
    if (pending === undefined || refusal !== undefined) {
      return this.#refuse(tool, input, pending, refusal ?? nothingPendingText)
    }
    try {
      if (tool === 'judge_context') return await this.#context(pending)
      if (tool === 'candidate_evidence') return await this.#evidence(pending, input)
      if (tool === 'submit_judgment') return await this.#submit(pending, input, signal)
      return this.#continue(pending, input)
    } catch (thrown) {
      return this.#unreadable(pending, thrown)
    }
  }

  #refusalOf(pending: PendingCheck | undefined): string | undefined {
    if (this.#isClosed) return closedText
    if (this.#output.reached.aborted) return tooMuchText
    if (this.#hopeless.signal.aborted) return hopelessText
    return pending?.answer && answeredTexts[pending.answer.status]
  }

  #refuse(
    tool: JudgeToolName,
    input: unknown,
    pending: PendingCheck | undefined,
    refusal: string,
  ): ToolAnswer {
    if (tool === 'submit_judgment' || tool === 'continue_judging') {
      this.#note(pending, { tool, outcome: 'refused', input, refusal })
    }
    return refused(refusal)
  }

  async #context(pending: PendingCheck): Promise<ToolAnswer> {
    const { requestId, phase } = pending.check
    const metrics = this.#metrics.map(({ id, label }) => ({ id, label }))
    const evidence = await evidenceIndex(pending.view)
    return { text: JSON.stringify({ requestId, phase, metrics, evidence }, undefined, 2), isError: false }
  }

  async #evidence(pending: PendingCheck, input: unknown): Promise<ToolAnswer> {
    const query = evidenceQuerySchema.safeParse(input)
    const page = query.success
      ? await queryEvidence(pending.view, query.data)
      : { found: false as const, message: `That query is not valid.\n${z.prettifyError(query.error)}` }
    const answer = page.found ? { text: page.text, isError: false } : refused(page.message)
    this.#keep(this.#evidenceReads, {
      ...pending.reference,
      atMs: this.#clock.now(),
      input,
      found: page.found,
      characters: answer.text.length,
    })
    return answer
  }

  async #submit(pending: PendingCheck, input: unknown, signal?: AbortSignal): Promise<ToolAnswer> {
    const tool = 'submit_judgment'
    if (pending.isValidating) {
      return this.#refuse(tool, input, pending, validatingText)
    }
    pending.isValidating = true
    try {
      const { requestId, phase } = pending.check
      const verdict = await validateSubmission(input, {
        requestId,
        phase,
        metrics: this.#metrics,
        view: pending.view,
      })
      // Reading took time: the check may have been withdrawn, or the caller may have gone.
      const late = signal?.aborted === true ? hungUpText : this.#refusalOf(pending)
      if (late !== undefined) return this.#refuse(tool, input, pending, late)
      if (!verdict.ok) {
        const { problems } = verdict
        const isStale = problems.some(({ kind }) => kind === 'stale_request')
        this.#note(pending, { tool, outcome: isStale ? 'refused' : 'rejected', input, problems })
        if (!isStale) this.#countRejection(pending, problems)
        return refused(rejectedText(problems))
      }
      this.#note(pending, { tool, outcome: 'accepted', input })
      pending.settle({ status: 'submitted', metrics: verdict.metrics })
      return { text: 'The judgment is accepted. You are done: stop here.', isError: false }
    } finally {
      pending.isValidating = false
    }
  }

  #countRejection(pending: PendingCheck, problems: readonly SubmissionProblem[]): void {
    pending.rejections += 1
    if (pending.rejections < mostRejections) return
    this.#hopeless.abort(
      new JudgeError(
        'VITRIAL_JUDGE_REJECTED',
        `The judge was stopped after ${mostRejections} submissions that were all rejected. The last: ` +
          `${problems[0]?.message ?? ''} Rejudge, or judge with another model; all of them are kept.`,
      ),
    )
  }

  #continue(pending: PendingCheck, input: unknown): ToolAnswer {
    const tool = 'continue_judging'
    const parsed = continueJudgingSchema.safeParse(input)
    const { requestId, phase } = pending.check
    const refusal = continueRefusal(parsed, requestId, phase)
    if (refusal !== undefined) return this.#refuse(tool, input, pending, refusal)
    this.#note(pending, { tool, outcome: 'accepted', input })
    pending.settle({ status: 'continued', missing: parsed.data?.missing ?? '' })
    return { text: 'Judging continues later. Stop here and wait for the next message.', isError: false }
  }

  #unreadable(pending: PendingCheck, thrown: unknown): ToolAnswer {
    const error =
      thrown instanceof VitrialError
        ? thrown
        : new JudgeError(
            'VITRIAL_JUDGE_INTERNAL',
            `The evidence of judge run ${this.judgeRunId} could not be served: ${errorMessage(thrown)}`,
            { cause: thrown },
          )
    pending.settle({ status: 'unreadable', error })
    return refused(answeredTexts.unreadable)
  }

  #note(
    pending: PendingCheck | undefined,
    entry: Pick<SubmissionRecord, 'tool' | 'outcome' | 'input' | 'problems' | 'refusal'>,
  ): void {
    this.#keep(this.#submissions, { ...pending?.reference, atMs: this.#clock.now(), ...entry })
  }

  #keep<T>(records: T[], record: T): void {
    if (this.#output.takes('tool calls', Buffer.byteLength(JSON.stringify(record)))) records.push(record)
  }
}

function continueRefusal(
  parsed: z.ZodSafeParseResult<{ requestId: string }>,
  requestId: string,
  phase: JudgeCheck['phase'],
): string | undefined {
  if (phase === 'final') {
    return 'The run is over: nothing more will come. Submit a judgment, with null for what the recording cannot decide.'
  }
  if (!parsed.success) return `That is not valid.\n${z.prettifyError(parsed.error)}`
  if (parsed.data.requestId !== requestId) {
    return 'That request is not the one to answer now. Call judge_context for the current requestId.'
  }
  return undefined
}
