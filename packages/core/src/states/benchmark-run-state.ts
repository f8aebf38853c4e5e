import { z } from 'zod'

/** `completed`: every trial has a selected judgment. `incomplete`: ended with trials open. `failed`: could not go on. */
export const benchmarkRunStates = ['running', 'completed', 'incomplete', 'failed'] as const

export const benchmarkRunStateSchema = z.enum(benchmarkRunStates)
export type BenchmarkRunState = z.infer<typeof benchmarkRunStateSchema>
