import { z } from 'zod'
import { argvSchema } from './command-settings.ts'
import { durationMsSchema } from './duration.ts'
import { exactlyOneOf } from './exactly-one-of.ts'

const environmentSchema = z.record(z.string(), z.string())

/** A path into JSON, such as `result.items.0.text`; never evaluated. */
const dotPathSchema = z.string().min(1)

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** True for JSON that has one of these values at the path. */
const conditionSchema = z.strictObject({
  path: dotPathSchema,
  equals: z.union([scalarSchema, z.array(scalarSchema).min(1).readonly()]),
})

/** How the JSON lines of a command become events: the first rule whose `when` holds makes one. */
export const mappingSchema = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        when: conditionSchema.optional(),
        emit: z.enum(['message', 'tool_call', 'agent_error', 'usage', 'response']),
        /** Fields of the event, each read from a path of the line. */
        fields: z.record(z.string(), dotPathSchema),
      }),
    )
    .min(1)
    .readonly(),
})

const opencodeHarnessSchema = z.strictObject({
  kind: z.literal('opencode'),
  /** The primary agent to prompt: OpenCode's own or the workspace's. One that is unknown there fails the trial. */
  agent: z.string().min(1).optional(),
})

const commandHarnessSchema = z.strictObject({
  kind: z.literal('command'),
  argv: argvSchema,
  prompt: z.enum(['argument', 'stdin', 'file']),
  env: environmentSchema.optional(),
  output: z.union([z.literal('text'), z.strictObject({ jsonl: mappingSchema })]),
})

const serviceImageSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  image: z.string().min(1),
  argv: argvSchema.optional(),
  env: environmentSchema.optional(),
})

const submitSchema = z.strictObject({
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET']),
  path: z.string().startsWith('/'),
  headers: z.record(z.string(), z.string()).optional(),
  json: z.unknown().optional(),
  form: z.record(z.string(), z.string()).optional(),
})

const pollSchema = z.strictObject({
  path: z.string().startsWith('/'),
  done: conditionSchema,
  failed: conditionSchema.optional(),
  intervalMs: durationMsSchema.optional(),
  timeoutMs: durationMsSchema.optional(),
})

const serviceHarnessSchema = z
  .strictObject({
    kind: z.literal('service'),
    url: z.url().optional(),
    images: z.array(serviceImageSchema).min(1).readonly().optional(),
    port: z.int().min(1).max(65_535).optional(),
    submit: submitSchema.refine((submit) => submit.json === undefined || submit.form === undefined, {
      error: 'json and form exclude each other: keep one.',
    }),
    correlate: z.union([z.literal('injected'), z.strictObject({ path: dotPathSchema })]),
    complete: z.union([
      z.literal('sync'),
      z.strictObject({ poll: pollSchema }),
      z.strictObject({
        stream: z.strictObject({ done: conditionSchema, failed: conditionSchema.optional() }),
      }),
    ]),
  })
  .check(exactlyOneOf(['url', 'images']))

/** How a candidate is driven. `'opencode'` is short for `{ kind: 'opencode' }`. */
export const harnessSettingsSchema = z.union([
  z.literal('opencode').transform((): z.output<typeof opencodeHarnessSchema> => ({ kind: 'opencode' })),
  z.discriminatedUnion('kind', [opencodeHarnessSchema, commandHarnessSchema, serviceHarnessSchema]),
])
