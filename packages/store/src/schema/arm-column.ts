import { text } from 'drizzle-orm/sqlite-core'

/** The column of an arm. The one without a name is empty text: null is equal to nothing, and would join to nothing. */
export function armColumn() {
  return { arm: text('arm').notNull() }
}

interface ArmRow {
  readonly arm: string
}

/** The column value of an arm. */
export function armRowOf({ arm }: { readonly arm?: string | undefined }): ArmRow {
  return { arm: arm ?? '' }
}

/** The arm in a row, absent for the one without a name. */
export function armOf({ arm }: ArmRow): { readonly arm?: string } {
  return arm === '' ? {} : { arm }
}
