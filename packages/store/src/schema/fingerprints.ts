import type { ComponentHashes } from '@vitrial/core/inputs'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row for each distinct fingerprint: repetitions share it. */
export const fingerprints = sqliteTable('fingerprints', {
  fingerprint: text('fingerprint').primaryKey().notNull(),
  components: text('components', { mode: 'json' }).$type<ComponentHashes>().notNull(),
})
