import { z } from 'zod'
import { durationMsSchema } from './duration.ts'
import { relativePathSchema } from './relative-path.ts'

/** A program and its arguments, run without a shell. */
export const argvSchema = z.tuple([z.string().min(1)], z.string()).readonly()

/** A command run in a folder of the workspace. */
export const commandSettingsSchema = z.strictObject({
  /** Relative to the workspace. */
  cwd: relativePathSchema.default('.'),
  argv: argvSchema,
  timeoutMs: durationMsSchema.optional(),
})
