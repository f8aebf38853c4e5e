import type { EvidenceQuery } from './evidence-query.ts'
import type { EvidenceTarget } from '../citation/citation.ts'
import { printableJson } from '../../text/printable-json.ts'
import { codePointBoundary } from '../../text/code-point-boundary.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import { cursorOf, offsetOf } from './page-cursor.ts'
import { fence, fenceNonce } from './recorded-fence.ts'

/** About how many characters of recorded text a page holds. */
export const evidencePageCharacters = 16_000

/** What `candidate_evidence` answers. */
export type EvidencePage =
  | {
      readonly found: true
      /** The recorded text of this page alone. */
      readonly recorded: string
      /** The whole answer: the recorded text in its fence, how to cite it, how to read on. */
      readonly text: string
      /** The cursor of the next page; absent on the last. */
      readonly next?: string
    }
  | {
      readonly found: false
      /** What is wrong with the question and what to ask instead. */
      readonly message: string
    }

/** A recorded text to be served in pages. */
export interface PagedText {
  readonly title: string
  readonly text: string
  /** How to cite it, or why not. */
  readonly note: string
}

/** Serves the part of a text that the query's cursor points at, cut between code points. */
export function pageOfText(view: EvidenceView, query: EvidenceQuery, paged: PagedText): EvidencePage {
  const start = offsetOf(view, query)
  if (start === undefined || start > paged.text.length) return badCursor(query)
  const end = codePointBoundary(paged.text, start + evidencePageCharacters)
  const title =
    start === 0 && end === paged.text.length
      ? paged.title
      : `${paged.title}, characters ${start} to ${end} of ${paged.text.length}`
  return page(view, query, {
    title,
    recorded: paged.text.slice(start, end),
    note: paged.note,
    ...(end < paged.text.length && { nextOffset: end }),
  })
}

/** One piece of evidence in a list. */
export interface ListedEvidence {
  /** What it is cited as. */
  readonly target: EvidenceTarget
  /** The beginning of its text, or all of it. */
  readonly excerpt: string
  /** What the excerpt leaves out, in characters. */
  readonly omitted?: number
}

/** Serves the part of a list that the query's cursor points at, never splitting an entry. */
export function pageOfList(
  view: EvidenceView,
  query: EvidenceQuery,
  list: { readonly title: string; readonly note: string; readonly entries: readonly ListedEvidence[] },
): EvidencePage {
  const start = offsetOf(view, query)
  const { entries } = list
  if (start === undefined || start > entries.length) return badCursor(query)
  const texts: string[] = []
  let characters = 0
  let end = start
  for (const entry of entries.slice(start)) {
    const text = listedText(view, entry)
    if (texts.length > 0 && characters + text.length > evidencePageCharacters) break
    texts.push(text)
    characters += text.length
    end++
  }
  return page(view, query, {
    title:
      entries.length === 0
        ? `${list.title}: none`
        : `${list.title}, ${start + 1} to ${end} of ${entries.length}`,
    recorded: texts.join('\n'),
    note: list.note,
    ...(end < entries.length && { nextOffset: end }),
  })
}

function listedText(view: EvidenceView, { target, excerpt, omitted }: ListedEvidence): string {
  const nonce = fenceNonce(view)
  const more =
    omitted === undefined ? '' : `\n---- ${nonce} ${omitted} more characters: read it whole by its own query`
  return `---- ${nonce} cite as ${printableJson(target)}\n${excerpt}${more}`
}

function page(
  view: EvidenceView,
  query: EvidenceQuery,
  content: {
    readonly title: string
    readonly recorded: string
    readonly note: string
    readonly nextOffset?: number
  },
): EvidencePage {
  const { title, recorded, note, nextOffset } = content
  const fenced = `${fence(view, title, recorded)}\n${note}`
  if (nextOffset === undefined) return { found: true, recorded, text: fenced }
  const next = cursorOf(view, query, nextOffset)
  const call = printableJson({ ...query, cursor: next })
  return {
    found: true,
    recorded,
    text: `${fenced}\nThere is more. Next page: candidate_evidence ${call}`,
    next,
  }
}

function badCursor(query: EvidenceQuery): EvidencePage {
  return {
    found: false,
    message: `The cursor ${printableJson(query.cursor)} does not continue this query. Repeat the query, id, path and revision of the page that gave it, copy its cursor exactly, or leave cursor out to start again.`,
  }
}
