import { z } from 'zod'
import { armsSchema } from './arm-settings.ts'
import { candidateSettingsSchema } from './candidate-settings.ts'
import { judgeSettingsSchema } from './judge-settings.ts'
import { modelRefSchema } from '../providers/model-ref.ts'
import { passRuleSchema } from './pass-rule.ts'
import { containerSettingsSchema, placementSchema, runtimeSettingsSchema } from './runtime-settings.ts'

const percentSchema = z.number().min(0).max(100)

/** What a benchmark run must reach, or the exit code is 1. */
const gateSchema = z.strictObject({
  /** In percent, as every aggregate. */
  minScore: percentSchema.optional(),
  minCoverage: percentSchema.optional(),
  /** The largest drop against the baseline, in points of percent. */
  maxRegression: percentSchema.optional(),
  /** Evals or `eval/metric` that must pass in full. */
  critical: z.array(z.string().min(1)).readonly().optional(),
  /** The results to compare with. */
  baseline: z.string().min(1).optional(),
  maxCostUsd: z.number().nonnegative().optional(),
  maxInfraFailures: z.int().nonnegative().optional(),
})

const sinkSchema = z.strictObject({
  /** `{run_id}` stands for the run's correlation id. */
  url: z.url(),
  /** Allows an address of a private network. */
  private: z.boolean().optional(),
})

const noModels = 'No models. Name at least one, such as models: ["anthropic/claude-sonnet-4-5"].'

const modelsSchema = z
  .array(modelRefSchema, { error: (issue) => (issue.input === undefined ? noModels : undefined) })
  .min(1, { error: noModels })
  .check((context) => {
    context.value.forEach((model, index, models) => {
      if (models.indexOf(model) === index) return
      const message = `${JSON.stringify(model)} is listed twice. Remove one: repetitions says how often each model runs.`
      context.issues.push({ code: 'custom', input: model, path: [index], message })
    })
  })
  .readonly()

/** The settings of a benchmark: the default export of `benchmark.ts`. */
export const benchmarkSettingsSchema = z.strictObject({
  /** @default the folder's name */
  name: z.string().trim().min(1).optional(),
  suite: z.string().trim().min(1).max(80).optional(),
  /** @default 1 */
  weight: z.number().positive().default(1),
  models: modelsSchema,
  arms: armsSchema.optional(),
  /** The arm that the others are compared with. */
  baselineArm: z.string().min(1).optional(),
  /** How often each model runs each eval. @default 3 */
  repetitions: z.int().min(1).max(1000).default(3),
  /** How many sandboxes and judges work at once. @default from the machine, 2 to 10 */
  concurrency: z.int().min(1).optional(),
  /** @default 'every' */
  pass: passRuleSchema.default('every'),
  gate: gateSchema.optional(),
  limits: z.strictObject({ costUsd: z.number().positive().optional() }).optional(),
  judge: judgeSettingsSchema.optional(),
  candidate: candidateSettingsSchema.prefault({}),
  container: containerSettingsSchema.prefault({}),
  runtimes: z.record(z.string().min(1), runtimeSettingsSchema).optional(),
  placement: placementSchema.prefault({}),
  sinks: z.record(z.string().min(1), sinkSchema).optional(),
  calibration: z
    .strictObject({ minKappa: z.number().min(-1).max(1), minCases: z.int().positive() })
    .optional(),
  /** Only evals with a metric in one of these categories. */
  categories: z.array(z.string().trim().min(1)).min(1).readonly().optional(),
})

/** Every setting of a benchmark that parses, those too whose feature has not landed. People write a `Benchmark`. */
export type BenchmarkInput = z.input<typeof benchmarkSettingsSchema>
/** A benchmark's settings, checked and with defaults. */
export type BenchmarkSettings = z.output<typeof benchmarkSettingsSchema>
