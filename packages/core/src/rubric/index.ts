export type { Metric, Rubric } from './metric.ts'
export { parseRubric } from './parse-rubric.ts'
