import { describeTarget, type Citation } from '@vitrial/core/evidence'
import { printable, quotedName } from '@vitrial/core/text'
import { describeText, isTextMatched } from './expected-text.ts'

/** A citation to be found: words of its quote, or what is known of it. */
export type ExpectedCitation =
  | string
  | RegExp
  | {
      readonly kind?: Citation['kind']
      readonly id?: string
      readonly path?: string
      readonly revision?: 'initial' | 'final'
      /** Text that the quote contains, or a pattern. */
      readonly quote?: string | RegExp
    }

/** True if a citation is what was expected; what the expectation leaves out may be anything. */
export function isCitationMatched(citation: Citation, expected: ExpectedCitation): boolean {
  if (typeof expected === 'string' || expected instanceof RegExp) {
    return citation.quote !== undefined && isTextMatched(citation.quote, expected)
  }
  const { quote, ...target } = expected
  const known: Readonly<Record<string, unknown>> = citation
  const isThere = Object.entries(target).every(([key, value]) => value === undefined || known[key] === value)
  if (!isThere || quote === undefined) return isThere
  return citation.quote !== undefined && isTextMatched(citation.quote, quote)
}

/** What was expected, as a person reads it. */
export function describeExpectedCitation(expected: ExpectedCitation): string {
  if (typeof expected === 'string' || expected instanceof RegExp) return `a quote ${describeText(expected)}`
  const { kind, id, path, revision, quote } = expected
  const target =
    path === undefined
      ? [kind ?? 'evidence', id].filter((part) => part !== undefined).join(' ')
      : revision === undefined
        ? `artifact ${quotedName(path)}`
        : describeTarget({ kind: 'artifact', path, revision })
  return printable(target) + (quote === undefined ? '' : ` with a quote ${describeText(quote)}`)
}
