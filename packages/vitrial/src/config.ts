export { defineEvals, type EvalsOptions } from './define-evals.ts'
