import { z } from 'zod'

/** What became of one grading of a recording by one judge. */
export const judgeRunStates = [
  'running',
  'completed',
  'failed',
  'timed_out',
  'cancelled',
  'interrupted',
] as const

export const judgeRunStateSchema = z.enum(judgeRunStates)
export type JudgeRunState = z.infer<typeof judgeRunStateSchema>

/** What a running judge run is doing. */
export const judgeRunActivities = ['watching', 'queued', 'checking', 'finalizing'] as const

export const judgeRunActivitySchema = z.enum(judgeRunActivities)
export type JudgeRunActivity = z.infer<typeof judgeRunActivitySchema>
