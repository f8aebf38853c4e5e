export {
  heartbeatStaleAfterMs,
  activeTimeMs,
  type EvalRunActivity,
  type JudgeRunActivityRecord,
} from './active-time.ts'
