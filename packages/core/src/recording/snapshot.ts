import { z } from 'zod'

/** A sha-256 in lowercase hexadecimal: the name of an object. */
export const objectHashSchema = z.string().regex(/^[0-9a-f]{64}$/)

/** One entry of a workspace, its content named by hash. Paths are relative, with `/`. */
export const snapshotEntrySchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('file'),
    path: z.string().min(1),
    mode: z.int(),
    sizeBytes: z.int().nonnegative(),
    hash: objectHashSchema,
  }),
  z.strictObject({ type: z.literal('directory'), path: z.string().min(1), mode: z.int() }),
  z.strictObject({ type: z.literal('symlink'), path: z.string().min(1), target: z.string() }),
  /** A fifo, socket or device: named, never read. */
  z.strictObject({ type: z.literal('special'), path: z.string().min(1) }),
])
/** An entry of a workspace: a file, folder or link, or what can only be named. */
export type SnapshotEntry = z.infer<typeof snapshotEntrySchema>

/** A workspace at one moment, entries sorted by path. */
export const snapshotSchema = z.strictObject({
  entries: z.array(snapshotEntrySchema),
  /** Paths of directories that are there but were left out, sorted. */
  excluded: z.array(z.string().min(1)),
})
/** A workspace at one moment, see {@link snapshotSchema}. */
export type Snapshot = z.infer<typeof snapshotSchema>
