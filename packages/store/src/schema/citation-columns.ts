import { citationKinds, type Citation } from '@vitrial/core/evidence'
import { text } from 'drizzle-orm/sqlite-core'

/** The columns of a {@link Citation}; which of them a kind has, the table checks. */
export function citationColumns() {
  return {
    kind: text('kind', { enum: citationKinds }).notNull(),
    targetId: text('target_id'),
    path: text('path'),
    revision: text('revision', { enum: ['initial', 'final'] }),
    quote: text('quote'),
  }
}

interface CitationRow {
  readonly kind: Citation['kind']
  readonly targetId: string | null
  readonly path: string | null
  readonly revision: 'initial' | 'final' | null
  readonly quote: string | null
}

/** The column values of a citation. */
export function citationRowOf(citation: Citation): CitationRow {
  const { kind, quote = null } = citation
  const row = { kind, targetId: null, path: null, revision: null, quote }
  if (kind === 'response') return row
  if (kind === 'artifact') return { ...row, path: citation.path, revision: citation.revision }
  return { ...row, targetId: citation.id }
}

/** The citation in a row. */
export function citationOf(row: CitationRow): Citation {
  const { kind } = row
  const quote = row.quote === null ? {} : { quote: row.quote }
  if (kind === 'response') return { kind, ...quote }
  if (kind === 'artifact') return { kind, path: row.path ?? '', revision: row.revision ?? 'final', ...quote }
  return { kind, id: row.targetId ?? '', ...quote }
}
