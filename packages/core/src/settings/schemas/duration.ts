import { z } from 'zod'

const hourMs = 3_600_000

/** A duration in milliseconds: a timer that is told to wait for 25 days or more does not wait at all. */
export const durationMsSchema = z
  .int()
  .positive()
  .max(12 * hourMs, { error: 'That is longer than 12 hours. Write at most 43_200_000, in milliseconds.' })
