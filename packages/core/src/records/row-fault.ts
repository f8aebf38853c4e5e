/** A row that is not what was written. */
export interface RowFault {
  readonly table: string
  /** Empty where SQLite does not tell which row it is. */
  readonly id: string
  /** In words. */
  readonly detail: string
}
