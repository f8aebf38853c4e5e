import { z } from 'zod'
import { argvSchema } from './command-settings.ts'
import { relativePathSchema } from './relative-path.ts'

/** A container beside the candidate's, which only that can reach. */
const serviceSchema = z.strictObject({
  image: z.string().min(1),
  argv: argvSchema.optional(),
  env: z.record(z.string(), z.string()).optional(),
})

/** What the candidate's container of one eval is made of, in place of the benchmark's image. */
export const evalContainerSettingsSchema = z
  .strictObject({
    image: z.string().min(1).optional(),
    /** An image of the eval's own, built from a folder of it. */
    build: z
      .strictObject({ context: relativePathSchema, dockerfile: relativePathSchema.optional() })
      .optional(),
    /** By the name that the candidate finds it under. */
    services: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), serviceSchema).optional(),
  })
  .refine(({ image, build }) => image === undefined || build === undefined, {
    error: 'image and build exclude each other: keep one.',
  })
export type EvalContainerSettings = z.output<typeof evalContainerSettingsSchema>
