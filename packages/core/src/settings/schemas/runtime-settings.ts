import { z } from 'zod'

const endpointSchema = z.strictObject({
  name: z.string().min(1),
  /** `unix://`, `tcp://` or `ssh://`. */
  url: z.string().regex(/^(?:unix|tcp|ssh):\/\/.+/, {
    error: (issue) =>
      `${JSON.stringify(issue.input)} is not an engine. Write a unix://, tcp:// or ssh:// address.`,
  }),
  /** Paths of the PEM files for TCP with TLS. */
  tls: z
    .strictObject({ ca: z.string().optional(), cert: z.string().optional(), key: z.string().optional() })
    .optional(),
  slots: z.int().positive().optional(),
  cpus: z.number().positive().optional(),
  memoryMiB: z.int().positive().optional(),
  labels: z.array(z.string().min(1)).readonly().optional(),
})

/** A place where sandboxes run. */
export const runtimeSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('docker') }),
  z.strictObject({
    kind: z.literal('process'),
    /** Lets agents that nothing isolates use models with real keys. */
    allowRealKeys: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('engines'), endpoints: z.array(endpointSchema).min(1).readonly() }),
])
export type RuntimeSettings = z.output<typeof runtimeSettingsSchema>

/** The runtimes there are without declaring them; declaring the id replaces it. */
export const builtInRuntimes: Readonly<Record<'docker' | 'process', RuntimeSettings>> = {
  docker: { kind: 'docker' },
  process: { kind: 'process' },
}

/** Which runtime work is sent to. */
export const placementSchema = z.strictObject({
  /** @default 'docker' */
  runtime: z.string().min(1).default('docker'),
  labels: z.array(z.string().min(1)).readonly().optional(),
})

/** What one eval changes about its placement. */
export const evalPlacementSchema = z.strictObject({
  runtime: z.string().min(1).optional(),
  labels: z.array(z.string().min(1)).readonly().optional(),
})

/** What each candidate's container is made of and may use. */
export const containerSettingsSchema = z.strictObject({
  /** @default 'docker' */
  engine: z.enum(['docker', 'podman']).default('docker'),
  image: z.string().min(1).optional(),
  cpus: z.number().positive().optional(),
  memoryMiB: z.int().positive().optional(),
  files: z.int().positive().optional(),
  bytesMiB: z.int().positive().optional(),
})
/** The settings of the candidates' containers, checked and with defaults. */
export type ContainerSettings = z.output<typeof containerSettingsSchema>

/** Finds the settings of a runtime by its id, declared or built in; undefined if there is none. */
export function runtimeSettingsOf(
  runtimes: Readonly<Record<string, RuntimeSettings>> | undefined,
  id: string,
): RuntimeSettings | undefined {
  if (runtimes && Object.hasOwn(runtimes, id)) return runtimes[id]
  return id === 'docker' || id === 'process' ? builtInRuntimes[id] : undefined
}

/** Lists every runtime id that a benchmark can place work on. */
export function runtimeIds(
  runtimes: Readonly<Record<string, RuntimeSettings>> | undefined,
): readonly string[] {
  return [...new Set([...Object.keys(builtInRuntimes), ...Object.keys(runtimes ?? {})])]
}
