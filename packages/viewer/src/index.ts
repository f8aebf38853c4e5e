export { renderReport } from './render-report.ts'
export { type ReportEval, type ReportInput } from './report-input.ts'
