import { memoryEvidenceView, type EvidenceView } from '@vitrial/core/evidence'
import type { Metric } from '@vitrial/core/rubric'
import type { JudgeCheck } from './pending-check.ts'

export const metrics: readonly Metric[] = [
  { id: 'asked_dialect', label: 'Asks which SQL dialect to use', line: 3 },
  { id: 'bound_parameters', label: 'Uses bound parameters', line: 9 },
]

export const view: EvidenceView = memoryEvidenceView({
  evidenceHash: 'ab'.repeat(32),
  response: 'Which SQL dialect do you use?',
  events: [
    {
      seq: 1,
      atMs: 0,
      session: '',
      source: 'host',
      kind: 'run_started',
      body: { runtime: 'process', contained: false, workspace: '/w' },
    },
    { seq: 2, atMs: 9, session: '', source: 'host', kind: 'run_ended', body: { state: 'completed' } },
  ],
})

export const check: JudgeCheck = { requestId: 'req_1', checkId: 'check_1', phase: 'final' }

/** A submission that {@link view} bears out. */
export function submission(requestId = 'req_1', quote = 'Which SQL dialect') {
  return {
    requestId,
    metrics: {
      asked_dialect: { value: 1, reason: 'It asks.', evidence: [{ kind: 'response', quote }] },
      bound_parameters: { value: null, reason: 'There is no query yet.', evidence: [] },
    },
  }
}
