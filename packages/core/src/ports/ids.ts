/** New identifiers, injected so that tests can foresee them. */
export interface Ids {
  /** A uuid v7: sorts by time of creation. */
  next(): string
}
