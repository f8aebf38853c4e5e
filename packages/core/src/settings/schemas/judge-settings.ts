import { z } from 'zod'
import { durationMsSchema } from './duration.ts'
import { exactlyOneOf } from './exactly-one-of.ts'
import { modelRefSchema } from '../providers/model-ref.ts'
import { websearchSchema } from './network-settings.ts'

/** A place where the judge may run programs on a copy of the final workspace. */
const verificationSchema = z.strictObject({
  image: z.string().min(1),
  engine: z.enum(['docker', 'podman']).optional(),
  cpus: z.number().positive().optional(),
  memoryMiB: z.int().positive().optional(),
  workspaceMiB: z.int().positive().optional(),
  inputMiB: z.int().positive().optional(),
})

/** Who grades, and how. Needs `model` for one judge or `models` for a panel. */
export const judgeSettingsSchema = z
  .strictObject({
    model: modelRefSchema.optional(),
    models: z.array(modelRefSchema).min(1).readonly().optional(),
    /** How the seats of a panel come to one value. */
    rule: z.enum(['majority', 'unanimous']).optional(),
    /** @default 1 */
    repetitions: z.int().min(1).max(1000).default(1),
    /** `agent`: OpenCode with tools; `model`: one model call in process. @default 'agent' */
    kind: z.enum(['agent', 'model']).default('agent'),
    /** @default 10 minutes; at most 12 hours */
    timeoutMs: durationMsSchema.default(600_000),
    websearch: websearchSchema.default(false),
    /** The runtime of a placed judge; absent means where the run was. */
    runtime: z.string().min(1).optional(),
    verification: verificationSchema.optional(),
  })
  .check(exactlyOneOf(['model', 'models']))
export type JudgeSettings = z.output<typeof judgeSettingsSchema>
