import { parseModelRef, type ModelRef } from '../settings/providers/model-ref.ts'
import type { ModelEntry, ProviderSettings } from '../settings/providers/provider-settings.ts'

/** The settings that are declared of one model. Of its provider's other models, or of any key, they say nothing. */
export interface ModelSettings {
  /** The model's own entry without its price, which no agent is told; of its variants only the one in use. */
  readonly modelEntry?: Omit<ModelEntry, 'cost'>
  /** The provider's settings without models, key and the time it may be silent, which change no answer. */
  readonly provider?: Omit<ProviderSettings, 'models'>
  /** For a scripted model: the hash of its scenario. */
  readonly scenario?: string
}

export interface DeclaredModel {
  /** `provider/model` or `provider/model#variant` */
  readonly model: string
  readonly providers: Readonly<Record<string, ProviderSettings>> | undefined
  readonly scenarioHash: string | undefined
}

/** Picks a model's own settings out of a benchmark's providers; what is not declared is absent. */
export function modelSettingsOf({ model, providers, scenarioHash }: DeclaredModel): ModelSettings {
  const ref = parseModelRef(model)
  return {
    ...(ref && providerSettingsOf(ref, providers)),
    ...(scenarioHash !== undefined && { scenario: scenarioHash }),
  }
}

function providerSettingsOf(
  ref: ModelRef,
  providers: DeclaredModel['providers'],
): Pick<ModelSettings, 'modelEntry' | 'provider'> {
  const declared = own(providers, ref.provider)
  if (declared === undefined) return {}
  const { models, options, ...provider } = declared
  const { apiKey: _, timeout: __, ...shown } = options ?? {}
  const modelEntry = entryOfVariant(own(models, ref.model) ?? {}, ref.variant)
  const settings = { ...provider, ...(Object.keys(shown).length > 0 && { options: shown }) }
  // Nothing but a price is no setting, and a block that only has one declares nothing.
  return {
    ...(Object.keys(modelEntry).length > 0 && { modelEntry }),
    ...(Object.keys(settings).length > 0 && { provider: settings }),
  }
}

function entryOfVariant(declared: ModelEntry, variant: string | undefined): Omit<ModelEntry, 'cost'> {
  const { variants, cost: _, ...entry } = declared
  const used = variant === undefined ? undefined : own(variants, variant)
  return { ...entry, ...(variant !== undefined && used && { variants: { [variant]: used } }) }
}

function own<T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined
}
