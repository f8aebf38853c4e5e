import { z } from 'zod'

/** One grading of a recording by one judge is in one of these states. */
export const judgeRunStates = [
  'running',
  'completed',
  'failed',
  'timed_out',
  'cancelled',
  'interrupted',
] as const

export const judgeRunStateSchema = z.enum(judgeRunStates)
/** The state of a judge run, see {@link judgeRunStates}. */
export type JudgeRunState = z.infer<typeof judgeRunStateSchema>

/** A running judge run does one of these. */
export const judgeRunActivities = ['watching', 'queued', 'checking', 'finalizing'] as const

export const judgeRunActivitySchema = z.enum(judgeRunActivities)
export type JudgeRunActivity = z.infer<typeof judgeRunActivitySchema>
