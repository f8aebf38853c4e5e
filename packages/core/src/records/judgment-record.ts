import type { Judgment } from '../judging/judgment.ts'
import type { Alterable } from './alterable.ts'

/** A judgment as it is on record. */
export type JudgmentRecord = Judgment & Alterable
