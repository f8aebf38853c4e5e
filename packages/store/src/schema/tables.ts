import { benchmarkRuns, declaredMetrics, trials } from './benchmark-runs.ts'
import { evalRuns, measurements } from './eval-runs.ts'
import { fingerprints } from './fingerprints.ts'
import { judgeChecks, judgeInputs, judgeRuns, judgmentJudgeRuns } from './judge-runs.ts'
import { citations, judgmentMetrics, judgments, sources } from './judgments.ts'

/** Every table of a results database. Constraints and triggers are in the migrations. */
export const tables = [
  benchmarkRuns,
  trials,
  declaredMetrics,
  fingerprints,
  evalRuns,
  measurements,
  judgeInputs,
  judgeRuns,
  judgeChecks,
  judgments,
  judgmentJudgeRuns,
  judgmentMetrics,
  citations,
  sources,
] as const
