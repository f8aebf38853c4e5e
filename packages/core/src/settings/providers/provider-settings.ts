import { z } from 'zod'
import { hasSecretInUrl, literalSecrets } from './literal-secrets.ts'
import type { ModelRef } from './model-ref.ts'
import { openCodeModelShape } from './opencode-model.ts'
import { providerHeadersSchema } from './provider-headers.ts'

/** More is a price for something else than a million tokens: the dearest model costs a hundredth of it. */
const highestPrice = 100_000

const priceSchema = z
  .number()
  .nonnegative()
  .max(highestPrice, { error: `A price is in US dollars for a million tokens: at most ${highestPrice}.` })

const pricesShape = {
  input: priceSchema,
  output: priceSchema,
  cache_read: priceSchema.optional(),
  cache_write: priceSchema.optional(),
}

/** US dollars for a million tokens. */
const pricesSchema = z.strictObject({
  ...pricesShape,
  /** For calls that read more than 200,000 tokens. */
  context_over_200k: z.strictObject(pricesShape).optional(),
})
/** The prices of a model, in US dollars for a million tokens. */
export type Prices = z.infer<typeof pricesSchema>

const isKeyLiteral = { code: 'VITRIAL_PROVIDER_KEY_LITERAL' } as const

/** What is said to a model besides its messages. It goes into the sandbox. */
const modelOptionsSchema = z.record(z.string(), z.unknown()).check(({ value, issues }) => {
  for (const { path } of literalSecrets(value)) {
    const message =
      "A key does not belong into a benchmark, and a model's options go into the sandbox. Remove it here, write " +
      'options.apiKey: "{env:NAME}" for the provider, and put the key into that environment variable.'
    // Without its input, which may be shown.
    issues.push({ code: 'custom', input: undefined, path: [...path], message, params: isKeyLiteral })
  }
})

/** A model of a provider, in the shape of OpenCode's own configuration. */
export const modelEntrySchema = z.strictObject({
  name: z.string().optional(),
  /** The id sent to the provider, where it differs from the entry's key. */
  id: z.string().optional(),
  cost: pricesSchema.optional(),
  limit: z
    .strictObject({
      context: z.int().positive(),
      input: z.int().positive().optional(),
      output: z.int().positive(),
    })
    .optional(),
  ...openCodeModelShape,
  options: modelOptionsSchema.optional(),
  headers: providerHeadersSchema.optional(),
  variants: z.record(z.string(), modelOptionsSchema).optional(),
})
/** A model of a provider as the benchmark declares it, in the shape of OpenCode's own configuration. */
export type ModelEntry = z.infer<typeof modelEntrySchema>

/**
 * Tells what the benchmark says to a model besides its messages: the entry's options with those of the chosen
 * variant, put together as OpenCode does it.
 */
export function declaredOptions(
  { options = {}, variants = {} }: ModelEntry,
  { variant }: ModelRef,
): Readonly<Record<string, unknown>> {
  const chosen = variant !== undefined && Object.hasOwn(variants, variant) ? variants[variant] : undefined
  return chosen === undefined ? options : merged(options, chosen)
}

function merged(
  under: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const both = Object.entries(over).map(([name, value]) => {
    const below = Object.hasOwn(under, name) ? under[name] : undefined
    return [name, isPlain(below) && isPlain(value) ? merged(below, value) : value] as const
  })
  return { ...under, ...Object.fromEntries(both) }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `{env:NAME}`: the only way to name a key, so that none is ever written into a benchmark. */
const environmentReference = /^\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/

/** Takes the name out of `{env:NAME}`; undefined for any other text. */
export function environmentVariableOf(reference: string): string | undefined {
  return environmentReference.exec(reference)?.[1]
}

/** OpenCode's package for services that speak OpenAI's chat completions. */
const onlyPackage = '@ai-sdk/openai-compatible'

/** A provider, in the shape of OpenCode's own configuration. */
export const providerSettingsSchema = z.strictObject({
  name: z.string().optional(),
  npm: z
    .literal(onlyPackage, {
      error:
        "Vitrial's gateway speaks OpenAI's chat completions, whatever package OpenCode has for the provider. Where the " +
        `provider serves them too, write "${onlyPackage}" or leave npm out.`,
    })
    .optional(),
  options: z
    .strictObject({
      /** An OpenAI-compatible base URL. */
      baseURL: z
        .url({ protocol: /^https?$/ })
        .refine((text) => !hasSecretInUrl(text), {
          error:
            'A key does not belong into a benchmark. Write the address without user, password and key, write ' +
            'options.apiKey: "{env:NAME}" for the provider, and put the key into that environment variable.',
          params: isKeyLiteral,
        })
        .optional(),
      apiKey: z
        .string()
        .refine((text) => environmentVariableOf(text) !== undefined, {
          error:
            'A key does not belong into a benchmark. Write "{env:NAME}" and put the key into that environment variable.',
          params: isKeyLiteral,
        })
        .optional(),
      headers: providerHeadersSchema.optional(),
      /**
       * How long the provider may say nothing before its call has failed, in milliseconds.
       * @default 300_000
       */
      timeout: z.int().positive().max(2_147_483_647).optional(),
    })
    .optional(),
  models: z.record(z.string(), modelEntrySchema).optional(),
})
/** A provider as the benchmark declares it, in the shape of OpenCode's own configuration. */
export type ProviderSettings = z.infer<typeof providerSettingsSchema>

/** The provider whose models are scenario modules in the benchmark's `scripted/` folder. */
export const scriptedProvider = 'scripted'
