import { StoreError } from '@vitrial/core/errors'

/** The limit of a page; throws `VITRIAL_STORE_REFUSED` unless it is at least 1. */
export function checkedLimit(limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 1) return limit
  throw new StoreError('VITRIAL_STORE_REFUSED', `A page of ${limit} rows cannot be read: ask for 1 or more.`)
}
