export { judgeProtocol } from './judge-protocol.ts'
export {
  judgeToolNames,
  continueJudgingSchema,
  judgeToolDefinitions,
  type JudgeToolName,
} from './judge-tools.ts'
export { meanOf, type MetricJudgment, type Judgment } from './judgment.ts'
export type { SubmissionProblem } from './submission-problem.ts'
export { validateSubmission } from './validate-submission.ts'
