/** A named requirement that is graded. */
export interface Metric {
  /** Lowercase snake_case, unique in its eval. */
  readonly id: string
  /** The id where the heading has no label. */
  readonly label: string
  /** From its `Categories:` line; absent without one. */
  readonly categories?: readonly string[]
  /** The line of its heading in judge.md, from 1. */
  readonly line: number
}

/** A rubric as read from judge.md. */
export interface Rubric {
  readonly title: string | undefined
  /** In the order they are declared; at least one. */
  readonly metrics: readonly Metric[]
  /** The file's text, unchanged: what the judge reads. */
  readonly text: string
}
