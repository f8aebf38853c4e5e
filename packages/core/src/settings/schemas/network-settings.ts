import { z } from 'zod'

/** The hosts that may be reached, everything else being closed. */
export const networkAllowSchema = z.strictObject({
  allow: z
    .array(
      z.string().regex(/^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/, {
        error: (issue) =>
          `${JSON.stringify(issue.input)} is not a host. Write a host name without scheme or path, such as "registry.npmjs.org".`,
      }),
    )
    .min(1)
    .readonly(),
})

/** Web search by the agent; `'exa'`, as OpenEval writes it, is the same as `true`. */
export const websearchSchema = z.union([z.boolean(), z.literal('exa')]).transform((value) => value !== false)
