import type { EvidenceQuery } from './evidence-query.ts'
import type { EvidenceView } from '../view/evidence-view.ts'

/** Where a page starts, bound to the view and the question, so that it cannot continue another one. */
export function cursorOf(view: EvidenceView, query: EvidenceQuery, offset: number): string {
  return `${offset.toString(36)}.${checksum(view, query, offset)}`
}

/** The offset that a cursor stands for: 0 without a cursor, undefined if it is not one of this question. */
export function offsetOf(view: EvidenceView, query: EvidenceQuery): number | undefined {
  if (query.cursor === undefined) return 0
  const offset = Number.parseInt(query.cursor, 36)
  if (!Number.isSafeInteger(offset) || offset < 0) return undefined
  return query.cursor === cursorOf(view, query, offset) ? offset : undefined
}

/** FNV-1a, 32 bits: it tells cursors apart and guards nothing secret. */
function checksum(view: EvidenceView, query: EvidenceQuery, offset: number): string {
  const { query: kind, id = '', path = '', revision = '' } = query
  const text = JSON.stringify([view.evidenceHash, view.checkpoint, kind, id, path, revision, offset])
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
