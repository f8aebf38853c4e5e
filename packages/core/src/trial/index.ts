export { isSameModelArm, type EvalGrid } from './model-arm.ts'
export { trialOf, trialName, trialsOf, type Trial } from './trial.ts'
