import { z } from 'zod'
import { evalCandidateSettingsSchema } from './candidate-settings.ts'
import { harnessSettingsSchema } from './harness-settings.ts'
import { relativePathSchema } from './relative-path.ts'

/** It stands in the ids and names of trials, between a model and a repetition. */
const armName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/** A treatment under comparison: what is different in it, over every eval. */
const armSettingsSchema = z.strictObject({
  /** A folder whose files are laid over the workspace of every eval. */
  overlay: relativePathSchema.optional(),
  /** A file that the agent is told to follow. */
  instructions: relativePathSchema.optional(),
  /** Variables of the agent's environment. */
  env: z.record(z.string().min(1), z.string()).optional(),
  /** MCP servers by name, in the shape of OpenCode's own configuration. */
  mcp: z.record(z.string().min(1), z.record(z.string(), z.unknown())).optional(),
  /** What is different about its candidate. */
  candidate: evalCandidateSettingsSchema.extend({ harness: harnessSettingsSchema.optional() }).optional(),
  /** The evals that it runs, by id. @default all */
  evals: z.array(z.string().min(1)).min(1).readonly().optional(),
})

/** Arms by name, at least one. */
export const armsSchema = z.record(z.string(), armSettingsSchema).check((context) => {
  const names = Object.keys(context.value)
  if (names.length === 0) {
    const message = 'No arms. Name at least one, such as arms: { without: {}, with: { overlay: "skill" } }.'
    context.issues.push({ code: 'custom', input: context.value, message })
  }
  for (const name of names.filter((each) => !armName.test(each))) {
    const message =
      `${JSON.stringify(name)} is not the name of an arm. ` +
      'Write letters, digits, ".", "_" and "-", beginning with a letter or digit.'
    context.issues.push({ code: 'custom', input: name, path: [name], message })
  }
})
