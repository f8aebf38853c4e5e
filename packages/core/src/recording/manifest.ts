import { z } from 'zod'
import { errorRecordSchema } from '../errors/error-record.ts'
import { evalRunOutcomeSchema, evalRunStateSchema } from '../states/eval-run-state.ts'
import { measurementSchema } from './measurement.ts'
import { objectHashSchema } from './snapshot.ts'
import { usageSchema } from './usage.ts'

/** One file of the recording. */
export const manifestFileSchema = z.strictObject({
  path: z.string(),
  sizeBytes: z.int().nonnegative(),
  hash: objectHashSchema,
})
/** A file of a recording, with its size and hash. */
export type ManifestFile = z.infer<typeof manifestFileSchema>

/** What made a recording. */
export const provenanceSchema = z.strictObject({
  harness: z.string(),
  agentVersion: z.string(),
  vitrialVersion: z.string(),
  runtime: z.string(),
  /** The engine's id of the image that the container was made from; absent without one. */
  image: z.string().optional(),
  /** What ran the container, with its version; absent without one. */
  engine: z.string().optional(),
})
/** The programs and the place that made a recording. */
export type Provenance = z.infer<typeof provenanceSchema>

/** `manifest.json`, written last: what the recording holds, by hash. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  evalRunId: z.string(),
  state: evalRunStateSchema,
  outcome: evalRunOutcomeSchema.optional(),
  /** How the agent ended in its own words, where it has any. */
  detail: z.string().optional(),
  /** Absent where another program made it. */
  provenance: provenanceSchema.optional(),
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  events: z.int().nonnegative(),
  exchanges: z.int().nonnegative(),
  /** The agent's final answer; absent if it gave none. */
  response: z.string().optional(),
  usage: usageSchema,
  measurements: z.array(measurementSchema),
  files: z.array(manifestFileSchema),
  /** The workspace before and after; absent if it could not be read. */
  initial: objectHashSchema.optional(),
  final: objectHashSchema.optional(),
  /** Why the state is not `completed`, where that is known by a code. */
  error: errorRecordSchema.optional(),
  /** sha-256 over all of the above in canonical JSON: what a judgment is bound to. */
  evidenceHash: objectHashSchema,
})
/** The content of `manifest.json`: what a recording holds, by hash. */
export type Manifest = z.infer<typeof manifestSchema>
