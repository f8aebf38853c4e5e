import { changedComponents, type ComponentHashes } from '../inputs/fingerprints.ts'
import type { InputsToday } from '../inputs/inputs-today.ts'
import type { TrialRecord } from '../records/trial-record.ts'

/** A trial's rows, and whether they still answer what is asked. */
export interface CountedTrial extends TrialRecord {
  /** Its run, or the judgment of it, is of other inputs than are declared now: it counts for nothing until it is done anew. */
  readonly outdated?: 'run' | 'judgment'
  /** The names of the inputs that have changed since. */
  readonly changed?: readonly string[]
}

/** These of a candidate's inputs are found on a machine, and are in no file. */
export const machineInputs: ReadonlySet<string> = new Set(['agentVersion', 'image', 'contained'])

/**
 * Says of a trial's rows whether they are outdated. Undecided if nothing is known of its inputs.
 *
 * @param ignored inputs of the candidate that are left out, by name.
 */
export function countedTrial(
  record: TrialRecord,
  today: InputsToday | undefined,
  ignored: ReadonlySet<string> = new Set(),
): CountedTrial {
  const { evalRun, judgeRun } = record
  if (today === undefined || evalRun === undefined) return record
  const ofRun = changesOf(evalRun.candidateInputs, today.candidate.components, ignored)
  if (ofRun.length > 0) return { ...record, outdated: 'run', changed: ofRun }
  if (judgeRun === undefined || today.judge === undefined) return record
  const ofJudgment = changesOf(judgeRun.judgeInputs, today.judge.components)
  return ofJudgment.length > 0 ? { ...record, outdated: 'judgment', changed: ofJudgment } : record
}

function changesOf(
  recorded: ComponentHashes,
  current: ComponentHashes,
  ignored: ReadonlySet<string> = new Set(),
): readonly string[] {
  return changedComponents(recorded, current).filter((name) => !ignored.has(name))
}
