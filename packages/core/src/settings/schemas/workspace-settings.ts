import { z } from 'zod'
import { relativePathSchema } from './relative-path.ts'

const simpleNameSchema = z.string().regex(/^[\w-]+$/)

const refSchema = z.string().regex(/^[\w./-]+$/)

const checkoutShape = {
  ref: refSchema,
  /** The folder's name inside the sandbox. */
  checkout: simpleNameSchema.optional(),
  /** The name of the git remote. */
  remote: simpleNameSchema.optional(),
  /** A folder of the eval laid over the checkout. */
  overlay: relativePathSchema.optional(),
}

/** A git history that the candidate starts with, fetched or built from folders of the eval. */
export const workspaceSettingsSchema = z.union([
  z.strictObject({
    repository: z.url({ protocol: /^https$/ }),
    commit: z.string().regex(/^[0-9a-f]{40}$/, { error: 'A commit is written as its full 40 hex digits.' }),
    ...checkoutShape,
  }),
  z.strictObject({
    revisions: z
      .array(
        z.strictObject({
          ref: z.string().regex(/^[\w.-]+$/),
          directory: relativePathSchema,
          message: z.string().min(1),
        }),
      )
      .min(1)
      .readonly(),
    ...checkoutShape,
  }),
])
