import { initialTables } from './0001-tables.ts'
import { initialTriggers } from './0001-triggers.ts'
import { initialViews } from './0001-views.ts'

/** Every migration in order; the schema's version is how many of them a database has seen. */
export const migrations: readonly string[] = [initialTables + initialTriggers + initialViews]
