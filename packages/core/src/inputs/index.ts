export { candidateInputsOf, type CandidateInputs } from './candidate-inputs.ts'
export {
  fingerprintOfComponents,
  fingerprintOf,
  changedComponents,
  type ComponentHashes,
  type Fingerprint,
} from './fingerprints.ts'
export type { InputsToday } from './inputs-today.ts'
export { judgeInputsOf, type JudgeInputs } from './judge-inputs.ts'
export type { ModelSettings } from './model-settings.ts'
