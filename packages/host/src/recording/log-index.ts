import { z } from 'zod'

/** Where the lines of a sealed log lie: each chunk is a gzip member of its own, all together a valid `.gz` file. */
export const logIndexSchema = z.strictObject({
  format: z.literal(1),
  chunks: z.array(
    z.strictObject({
      /** The number of its first line, from 1: for events, their sequence number. */
      first: z.int().positive(),
      lines: z.int().positive(),
      /** In bytes of the compressed file. */
      offset: z.int().nonnegative(),
      length: z.int().positive(),
    }),
  ),
})
export type LogIndex = z.infer<typeof logIndexSchema>
export type LogChunk = LogIndex['chunks'][number]
