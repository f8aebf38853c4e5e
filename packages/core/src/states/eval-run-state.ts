import { z } from 'zod'

/**
 * One execution of a candidate is in one of these states.
 *
 * `stopped`: ended by the live judge. `agent_failed`: the agent crashed or broke a limit. `infra_failed`: the
 * sandbox, the provider or the disk failed, which says nothing about the agent. `interrupted`: its host died.
 */
export const evalRunStates = [
  'running',
  'completed',
  'stopped',
  'timed_out',
  'cost_limited',
  'agent_failed',
  'infra_failed',
  'observe_failed',
  'cancelled',
  'interrupted',
] as const

export const evalRunStateSchema = z.enum(evalRunStates)
/** The state of an eval run, see {@link evalRunStates}. */
export type EvalRunState = z.infer<typeof evalRunStateSchema>

/** How a state is treated by the judge, the plan and the test. */
export interface EvalRunStateRules {
  /** Finalized evidence that a judge may grade. */
  readonly judgeable: boolean
  /** What the next plan does with it. */
  readonly next: 'reuse' | 'run' | 'failed' | 'open'
  /** What `--retry` does in the same invocation. */
  readonly retry: 'no' | 'run' | 'collect'
}

/** The state table of the design, one row a state. */
export const evalRunStateRules: Readonly<Record<EvalRunState, EvalRunStateRules>> = {
  running: { judgeable: false, next: 'open', retry: 'no' },
  completed: { judgeable: true, next: 'reuse', retry: 'no' },
  stopped: { judgeable: true, next: 'reuse', retry: 'no' },
  timed_out: { judgeable: true, next: 'reuse', retry: 'no' },
  cost_limited: { judgeable: true, next: 'reuse', retry: 'no' },
  agent_failed: { judgeable: true, next: 'reuse', retry: 'no' },
  infra_failed: { judgeable: false, next: 'failed', retry: 'run' },
  observe_failed: { judgeable: false, next: 'failed', retry: 'collect' },
  cancelled: { judgeable: false, next: 'run', retry: 'no' },
  interrupted: { judgeable: false, next: 'run', retry: 'no' },
}

/** A completed run may be special: its agent said that it failed, or gave no answer. It is judged all the same. */
export const evalRunOutcomes = ['declared_failure', 'no_response'] as const

export const evalRunOutcomeSchema = z.enum(evalRunOutcomes)
/** The outcome that makes a completed eval run special, see {@link evalRunOutcomes}. */
export type EvalRunOutcome = z.infer<typeof evalRunOutcomeSchema>
