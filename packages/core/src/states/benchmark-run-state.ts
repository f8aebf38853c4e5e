import { z } from 'zod'

/**
 * A benchmark run is in one of these states.
 *
 * `completed`: every trial has a selected judgment. `incomplete`: ended with trials open. `failed`: could not go on.
 */
export const benchmarkRunStates = ['running', 'completed', 'incomplete', 'failed'] as const

export const benchmarkRunStateSchema = z.enum(benchmarkRunStates)
/** The state of a benchmark run, see {@link benchmarkRunStates}. */
export type BenchmarkRunState = z.infer<typeof benchmarkRunStateSchema>
