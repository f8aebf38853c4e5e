export { parseBenchmarkSettings, parseEvalSettings, parseEvalsOptions } from './check/parse-settings.ts'
export { unlandedSettings, unlandedEvalSettings } from './check/unlanded-settings.ts'
export { withoutSecrets } from './providers/literal-secrets.ts'
export { parseModelRef, type ModelRef } from './providers/model-ref.ts'
export { variablesOfHeaders, resolvedHeaders } from './providers/provider-headers.ts'
export {
  declaredOptions,
  environmentVariableOf,
  scriptedProvider,
  type Prices,
  type ModelEntry,
  type ProviderSettings,
} from './providers/provider-settings.ts'
export { benchmarkSettingsSchema, type BenchmarkSettings } from './schemas/benchmark-settings.ts'
export { evalSettingsSchema, type EvalSettings } from './schemas/eval-settings.ts'
export type { PassRule } from './schemas/pass-rule.ts'
export { runtimeSettingsOf, runtimeIds, type ContainerSettings } from './schemas/runtime-settings.ts'
export type { Benchmark } from './written/benchmark.ts'
export type { Eval } from './written/eval.ts'
