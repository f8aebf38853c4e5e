export { defineEvals, type EvalsOptions } from './vitest/main/define-evals.ts'
