/** One question to a judge, live or final. */
export interface JudgeCheckRecord {
  readonly id: string
  readonly judgeRunId: string
  readonly requestId: string
  readonly phase: 'early' | 'final'
  readonly checkpoint: number
  readonly queuedAtMs: number
  readonly startedAtMs?: number
  readonly completedAtMs?: number
  readonly outcome?: 'submitted' | 'continued' | 'none' | 'cancelled'
}
