import type { RunRequest } from '@vitrial/core/channel'
import type { PlanOptions } from './plan-work.ts'

/** What `vitrial run` asks for, as a host is created with it. */
export function requestedSettings(request: RunRequest): {
  readonly isNewRun: boolean
  readonly plan: PlanOptions
} {
  const { isNewRun = false, maxCostUsd, onlyEvals, onlyModels, onlyRepetitions } = request
  const scope = { onlyEvals, onlyModels, onlyRepetitions }
  return { isNewRun, plan: { scope, ...(maxCostUsd !== undefined && { maxCostUsd }) } }
}
