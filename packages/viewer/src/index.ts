export { renderReport } from './report/render-report.ts'
export { type ReportEval, type ReportInput } from './report/input/report-input.ts'
