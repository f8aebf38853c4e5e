export {
  scoreModels,
  type ScoreInput,
  type Bounds,
  type MetricScore,
  type EvalScore,
  type ModelScore,
} from './aggregate.ts'
export { machineInputs, countedTrial, type CountedTrial } from './counted-trial.ts'
export { metricCreditOf, type UnresolvedReason, type MetricCredit } from './metric-credit.ts'
export { scriptedModelsOf, type ScriptedModels } from './scripted-models.ts'
export { scriptedPart, type ScriptedPart } from './scripted-part.ts'
export {
  trialFindingsOf,
  type MetricFinding,
  type UnresolvedTrial,
  type TrialFindings,
} from './trial-findings.ts'
export { tryAgainOf } from './try-again-of.ts'
