export { type ReportInput } from './report/input/report-input.ts'
export { renderReport } from './report/render-report.ts'
