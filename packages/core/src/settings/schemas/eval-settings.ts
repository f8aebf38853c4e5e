import { z } from 'zod'
import { evalCandidateSettingsSchema } from './candidate-settings.ts'
import { commandSettingsSchema } from './command-settings.ts'
import { durationMsSchema } from './duration.ts'
import { evalContainerSettingsSchema } from './eval-container-settings.ts'
import { exactlyOneOf } from './exactly-one-of.ts'
import { modelRefSchema } from '../providers/model-ref.ts'
import { networkAllowSchema } from './network-settings.ts'
import { observeSettingsSchema } from './observe-settings.ts'
import { passRuleSchema } from './pass-rule.ts'
import { relativePathSchema } from './relative-path.ts'
import { evalPlacementSchema } from './runtime-settings.ts'
import { workspaceSettingsSchema } from './workspace-settings.ts'

const prepareStepSchema = commandSettingsSchema.extend({
  /** @default 'open' */
  network: z.union([z.enum(['open', 'none']), networkAllowSchema]).default('open'),
})

const earlyStopSchema = z.strictObject({
  minIntervalMs: durationMsSchema.optional(),
  maxChecks: z.int().positive().optional(),
  maxCostUsd: z.number().positive().optional(),
  onlyModels: z.array(modelRefSchema).min(1).readonly().optional(),
})

/** A known good solution, to prove that the rubric can be passed. */
const oracleSchema = z
  .strictObject({
    patch: relativePathSchema.optional(),
    commands: z.array(commandSettingsSchema).min(1).readonly().optional(),
    response: z.string().min(1).optional(),
  })
  .check(exactlyOneOf(['patch', 'commands', 'response']))

/** The settings of one eval: the default export of `eval.ts`. */
export const evalSettingsSchema = z.strictObject({
  container: evalContainerSettingsSchema.optional(),
  workspace: workspaceSettingsSchema.optional(),
  prepare: z.array(prepareStepSchema).readonly().optional(),
  candidate: evalCandidateSettingsSchema.optional(),
  placement: evalPlacementSchema.optional(),
  /** Overrides the benchmark's. */
  pass: passRuleSchema.optional(),
  /** Folders left out of the workspace's snapshots. */
  excludeDirectories: z.array(relativePathSchema).readonly().optional(),
  earlyStop: z.union([z.boolean(), earlyStopSchema]).optional(),
  oracle: oracleSchema.optional(),
  /** Metrics that any candidate that does nothing already passes. */
  guards: z.array(z.string().min(1)).readonly().optional(),
  observe: observeSettingsSchema.optional(),
})

/** Every setting of an eval that parses, those too whose feature has not landed. People write an `Eval`. */
export type EvalInput = z.input<typeof evalSettingsSchema>
/** An eval's settings, checked and with defaults. */
export type EvalSettings = z.output<typeof evalSettingsSchema>
