import { z } from 'zod'
import type { EvidenceView } from '../evidence/view/evidence-view.ts'
import type { Metric } from '../rubric/metric.ts'
import { isBlank } from '../text/is-blank.ts'
import { printableJson } from '../text/printable-json.ts'
import { quotedName } from '../text/quoted-name.ts'
import { ellipsize } from '../text/shorten.ts'
import type { MetricJudgment } from './judgment.ts'
import { submittedMetricSchema } from './judge-tools.ts'
import type { SubmissionProblem } from './submission-problem.ts'
import { citationProblem, evidenceResolver, type ResolveEvidence } from './validate-citation.ts'

/** What a submission is held against. */
export interface SubmissionContext {
  readonly requestId: string
  /** In rubric order. */
  readonly metrics: readonly Metric[]
  readonly view: EvidenceView
  readonly phase: 'early' | 'final'
}

export type SubmissionVerdict =
  | {
      readonly ok: true
      /** In rubric order. */
      readonly metrics: readonly MetricJudgment[]
    }
  | { readonly ok: false; readonly problems: readonly SubmissionProblem[] }

/**
 * Decides whether what a judge submitted is a judgment: every metric graded, every decided one cited, every
 * citation found, every quote literal. No input makes it throw; it rejects only if the evidence cannot be read.
 */
export async function validateSubmission(
  input: unknown,
  context: SubmissionContext,
): Promise<SubmissionVerdict> {
  const verdict = await verdictOn(input, context)
  return verdict.ok ? verdict : { ok: false, problems: shortened(verdict.problems) }
}

async function verdictOn(input: unknown, context: SubmissionContext): Promise<SubmissionVerdict> {
  const envelope = envelopeSchema.safeParse(input)
  if (!envelope.success) {
    const message = `The submission must be { requestId, metrics: { <metric id>: { value, reason, evidence } } }. ${issuesOf(envelope.error)}`
    return { ok: false, problems: [{ kind: 'malformed', message }] }
  }
  const { requestId, metrics: submitted } = envelope.data
  if (requestId !== context.requestId) return { ok: false, problems: [staleRequest(requestId)] }
  const resolve = evidenceResolver(context.view)
  const graded = await Promise.all(
    context.metrics.map((metric) => gradeOf(metric, submitted, context.phase, resolve)),
  )
  const problems = [
    ...unknownMetrics(submitted, context.metrics),
    ...graded.flatMap((grade) => ('problems' in grade ? grade.problems : [])),
  ]
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, metrics: graded.flatMap((grade) => ('judgment' in grade ? [grade.judgment] : [])) }
}

/** More than these would bury the judge, and a record of them is kept. */
const mostProblems = 100
const longestMessage = 1000
const longestName = 200

/** Every citation is looked up; nobody reads more of them. */
const mostListed = 100

function shortened(problems: readonly SubmissionProblem[]): readonly SubmissionProblem[] {
  return problems
    .slice(0, mostProblems)
    .map((problem) => ({ ...problem, message: ellipsize(problem.message, longestMessage) }))
}

const listsSchema = z.object({ evidence: z.unknown().optional(), sources: z.unknown().optional() })

/** Told before each item is looked at. */
function listTooLong(metric: unknown): string | undefined {
  const { data } = listsSchema.safeParse(metric)
  for (const [name, list] of Object.entries(data ?? {})) {
    if (!Array.isArray(list) || list.length <= mostListed) continue
    return `has ${list.length} entries in ${name}. Give at most ${mostListed}: those that decide it.`
  }
  return undefined
}

/** Loose inside, so that one look finds the problems of all metrics. */
const envelopeSchema = z.strictObject({
  requestId: z.string(),
  metrics: z.custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: 'expected an object with one entry for every metric' },
  ),
})

type Grade = { readonly judgment: MetricJudgment } | { readonly problems: readonly SubmissionProblem[] }

async function gradeOf(
  { id, label }: Metric,
  submitted: Readonly<Record<string, unknown>>,
  phase: SubmissionContext['phase'],
  resolve: ResolveEvidence,
): Promise<Grade> {
  if (!Object.hasOwn(submitted, id)) {
    const message = `Metric ${id} is missing. Give every metric of the rubric a value: 1, 0, or null if the evidence cannot decide it.`
    return { problems: [{ kind: 'missing_metric', metric: id, message }] }
  }
  const tooMany = listTooLong(submitted[id])
  if (tooMany !== undefined)
    return { problems: [{ kind: 'malformed', metric: id, message: `Metric ${id} ${tooMany}` }] }
  const parsed = submittedMetricSchema.safeParse(submitted[id])
  if (!parsed.success) return { problems: malformedMetric(id, parsed.error) }
  const { value, reason, evidence, sources } = parsed.data
  const problems: SubmissionProblem[] = []
  if (isBlank(reason)) problems.push(emptyReason(id))
  if (value === null && phase === 'early') {
    const message = `Metric ${id} is null, and an early check takes only decided metrics. Call continue_judging and say what is still missing.`
    problems.push({ kind: 'undecided_early', metric: id, message })
  }
  if (value !== null && evidence.length === 0) {
    const message = `Metric ${id} has the value ${value} without a citation. Cite at least one piece of evidence, or submit null if nothing in the recording decides it.`
    problems.push({ kind: 'no_citation', metric: id, message })
  }
  const found = await Promise.all(evidence.map((citation) => citationProblem(citation, resolve)))
  for (const [index, problem] of found.entries()) {
    if (problem === undefined) continue
    problems.push({
      kind: problem.kind,
      metric: id,
      message: `Metric ${id}, evidence[${index}] ${problem.message}`,
    })
  }
  if (problems.length > 0) return { problems }
  return { judgment: { id, label, value, reason, evidence, ...(sources && { sources }) } }
}

function malformedMetric(id: string, error: z.ZodError): readonly SubmissionProblem[] {
  return error.issues.map((issue): SubmissionProblem => {
    if (issue.path[0] === 'value') {
      const message = `Metric ${id} has no valid value. It must be the number 1 (met), the number 0 (not met) or null (the evidence cannot decide it).`
      return { kind: 'value_out_of_range', metric: id, message }
    }
    if (issue.path[0] === 'reason') return emptyReason(id)
    const message = `Metric ${id}${atPath(issue.path)}: ${issue.message}. Correct it as the tool's schema says.`
    return { kind: 'malformed', metric: id, message }
  })
}

function emptyReason(id: string): SubmissionProblem {
  const message = `Metric ${id} has no reason. Say in one to three sentences what in the evidence decides it.`
  return { kind: 'empty_reason', metric: id, message }
}

function unknownMetrics(
  submitted: Readonly<Record<string, unknown>>,
  metrics: readonly Metric[],
): readonly SubmissionProblem[] {
  const known = metrics.map(({ id }) => id)
  return Object.keys(submitted)
    .filter((id) => !known.includes(id))
    .slice(0, mostProblems)
    .map((id) => ({
      kind: 'unknown_metric',
      metric: ellipsize(id, longestName),
      message: `Metric ${printableJson(ellipsize(id, longestName))} is not in the rubric. Its metrics are ${known.join(', ')}.`,
    }))
}

function staleRequest(requestId: string): SubmissionProblem {
  return {
    kind: 'stale_request',
    message: `The request ${printableJson(ellipsize(requestId, longestName))} is not the one to answer now. Call judge_context for the current requestId and phase, look at the evidence again, and submit for that.`,
  }
}

function issuesOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${atPath(issue.path).trim() || 'It'}: ${issue.message}.`).join(' ')
}

function atPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : ` ${path.map((key) => quotedName(String(key))).join('.')}`
}
