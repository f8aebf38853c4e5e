import { z } from 'zod'
import { durationMsSchema } from './duration.ts'
import { harnessSettingsSchema } from './harness-settings.ts'
import { networkAllowSchema, websearchSchema } from './network-settings.ts'
import { providerSettingsSchema } from '../providers/provider-settings.ts'

const minuteMs = 60_000

/** The agent under test, for every eval of a benchmark. */
export const candidateSettingsSchema = z.strictObject({
  harness: harnessSettingsSchema.prefault('opencode'),
  /** @default 45 minutes; at most 12 hours */
  timeoutMs: durationMsSchema.default(45 * minuteMs),
  websearch: websearchSchema.default(false),
  /** Providers by the name that stands before the `/` of a model. */
  providers: z.record(z.string().min(1), providerSettingsSchema).optional(),
  /** Ends the trial as `cost_limited`. */
  maxCostUsd: z.number().positive().optional(),
  network: networkAllowSchema.optional(),
})
export type CandidateSettings = z.output<typeof candidateSettingsSchema>

/** What one eval changes about its candidate; absent means as in the benchmark. */
export const evalCandidateSettingsSchema = z.strictObject({
  timeoutMs: durationMsSchema.optional(),
  websearch: websearchSchema.optional(),
  maxCostUsd: z.number().positive().optional(),
  network: networkAllowSchema.optional(),
})
