import { describeTarget, type Citation, type EvidenceTarget } from '../evidence/citation/citation.ts'
import { evidenceText } from '../evidence/text/evidence-text.ts'
import type { EvidenceView } from '../evidence/view/evidence-view.ts'
import { howToList } from '../evidence/query/query-evidence.ts'
import { isBlank } from '../text/is-blank.ts'
import { printableJson } from '../text/printable-json.ts'
import { ellipsize } from '../text/shorten.ts'
import { quoteDifference } from './quote-difference.ts'
import type { SubmissionProblem } from './submission-problem.ts'

/** The text of a piece of evidence; undefined if there is none. */
export type ResolveEvidence = (target: EvidenceTarget) => Promise<string | undefined>

/** Resolves evidence of a view, each piece once. */
export function evidenceResolver(view: EvidenceView): ResolveEvidence {
  const texts = new Map<string, Promise<string | undefined>>()
  return (target) => {
    const key = JSON.stringify(target)
    const text = texts.get(key) ?? evidenceText(view, target)
    texts.set(key, text)
    return text
  }
}

/** What a citation points at, without its quote. */
export function targetOf({ quote: _quote, ...target }: Citation): EvidenceTarget {
  return target
}

/** Checks that a citation resolves and that its quote stands there literally. */
export async function citationProblem(
  citation: Citation,
  resolve: ResolveEvidence,
): Promise<Omit<SubmissionProblem, 'metric'> | undefined> {
  const target = targetOf(citation)
  const text = await resolve(target)
  if (text === undefined) {
    return {
      kind: 'dead_citation',
      message: `cites ${describeTarget(target)}, which is not in the recording. ${howToList(target.kind)}`,
    }
  }
  const { quote } = citation
  if (quote === undefined) return undefined
  if (isBlank(quote)) {
    return {
      kind: 'quote_not_found',
      message: `quotes nothing visible of ${describeTarget(target)}. Quote words, or leave quote out.`,
    }
  }
  if (text.includes(quote)) return undefined
  const difference = quoteDifference(text, quote)
  const cause = difference
    ? `It matches except for ${difference}: copy that as it stands, or quote a shorter piece without it.`
    : `Copy it literally from candidate_evidence ${rereadQuery(target)}, or cite the piece of evidence it stands in.`
  return {
    kind: 'quote_not_found',
    message: `quotes ${excerptOf(quote)}, which is not in ${describeTarget(target)}. ${cause}`,
  }
}

function rereadQuery(target: EvidenceTarget): string {
  const { kind, ...which } = target
  return printableJson(kind === 'measurement' ? { query: 'measurements' } : { query: kind, ...which })
}

function excerptOf(quote: string): string {
  return printableJson(ellipsize(quote, 120))
}
