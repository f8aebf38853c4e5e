/**
 * Version 1: what is finalized never changes. Inserts are guarded too, since `INSERT OR REPLACE` deletes
 * the row it replaces without firing a delete trigger.
 */
export const initialTriggers: string = [
  finalizedRuns({
    table: 'eval_runs',
    noun: 'eval run',
    fixed: `id, benchmark_run_id, trial_id, attempt, eval_id, model, arm, harness, agent_version, vitrial_version,
      runtime, image, engine, contained, scripted, candidate_fingerprint,
      invocation_id, started_at_ms`,
    taken: `(id = NEW.id OR
      (benchmark_run_id, trial_id, attempt) = (NEW.benchmark_run_id, NEW.trial_id, NEW.attempt))`,
  }),
  finalizedRuns({
    table: 'judge_runs',
    noun: 'judge run',
    fixed: `id, eval_run_id, kind, model, agent_version, vitrial_version, runtime, seat, scripted, judge_fingerprint,
      inputs_hash, invocation_id, started_at_ms`,
    taken: 'id = NEW.id',
  }),
  partsOfRuns({ table: 'measurements', run: 'eval_runs', reference: 'eval_run_id', noun: 'eval run' }),
  partsOfRuns({ table: 'judge_checks', run: 'judge_runs', reference: 'judge_run_id', noun: 'judge run' }),
  refuse({
    table: 'judge_checks',
    event: 'INSERT',
    suffix: '_of_taken',
    when: `EXISTS (SELECT 1 FROM judge_checks JOIN judge_runs ON judge_runs.id = judge_checks.judge_run_id
      WHERE judge_checks.id = NEW.id AND judge_runs.state <> 'running')`,
    message: 'a finalized judge run never changes',
  }),
  refuse({
    table: 'judge_checks',
    event: 'UPDATE',
    suffix: '_of_id',
    when: '(OLD.id, OLD.judge_run_id) IS NOT (NEW.id, NEW.judge_run_id)',
    message: 'the check of a judge run keeps its id',
  }),
  neverChanging('judgments', 'EXISTS (SELECT 1 FROM judgments WHERE id = NEW.id)', 'judgment'),
  refuse({
    table: 'judgments',
    event: 'INSERT',
    suffix: '_of_other_evidence',
    when: `EXISTS (SELECT 1 FROM eval_runs WHERE id = NEW.eval_run_id
      AND state <> 'running' AND evidence_hash IS NOT NEW.evidence_hash)`,
    message: 'a judgment never changes the evidence of its eval run',
  }),
  refuse({
    table: 'eval_runs',
    event: 'UPDATE',
    suffix: '_of_judged_evidence',
    when: `NEW.state <> 'running' AND EXISTS (SELECT 1 FROM judgments WHERE eval_run_id = NEW.id
      AND evidence_hash IS NOT NEW.evidence_hash)`,
    message: 'an eval run never changes the evidence of its judgment',
  }),
  ...['judgment_judge_runs', 'judgment_metrics', 'citations', 'sources'].map((table) =>
    neverChanging(table, 'EXISTS (SELECT 1 FROM judgments WHERE id = NEW.judgment_id)', 'judgment'),
  ),
  neverChanging(
    'judge_inputs',
    `EXISTS (SELECT 1 FROM judge_inputs WHERE hash = NEW.hash
      AND (system_prompt, profile, rubric, metrics, mode, protocol, timeout_ms, websearch,
        model_settings, code_judge, verification) IS NOT
      (NEW.system_prompt, NEW.profile, NEW.rubric, NEW.metrics, NEW.mode, NEW.protocol,
        NEW.timeout_ms, NEW.websearch, NEW.model_settings, NEW.code_judge, NEW.verification))`,
    'set of judge inputs',
  ),
  neverChanging(
    'fingerprints',
    `EXISTS (SELECT 1 FROM fingerprints
      WHERE fingerprint = NEW.fingerprint AND components IS NOT NEW.components)`,
    'fingerprint',
  ),
].join('\n')

interface Trigger {
  readonly table: string
  readonly event: 'INSERT' | 'UPDATE' | 'DELETE'
  /** Ends the trigger's name, to tell several of one event apart. */
  readonly suffix?: string
  readonly when?: string
  readonly message: string
}

function refuse({ table, event, suffix = '', when, message }: Trigger): string {
  return `CREATE TRIGGER ${table}_${event.toLowerCase()}${suffix} BEFORE ${event} ON ${table}
${when === undefined ? '' : `WHEN ${when}\n`}BEGIN SELECT RAISE(ABORT, '${message}'); END;`
}

interface RunTable {
  readonly table: string
  readonly noun: string
  /** The columns that are known at the start. */
  readonly fixed: string
  /** Finds the rows that a new row would replace. */
  readonly taken: string
}

function finalizedRuns({ table, noun, fixed, taken }: RunTable): string {
  const columns = fixed.split(',').map((column) => column.trim())
  const values = (row: 'OLD' | 'NEW'): string => columns.map((column) => `${row}.${column}`).join(', ')
  const message = `a finalized ${noun} never changes`
  return [
    refuse({ table, event: 'UPDATE', when: `OLD.state <> 'running'`, message }),
    refuse({
      table,
      event: 'UPDATE',
      suffix: '_of_start',
      when: `(${values('OLD')}) IS NOT (${values('NEW')})`,
      message: `the ${noun} keeps what it started with`,
    }),
    refuse({ table, event: 'DELETE', when: `OLD.state <> 'running'`, message }),
    refuse({
      table,
      event: 'INSERT',
      when: `EXISTS (SELECT 1 FROM ${table} WHERE state <> 'running' AND ${taken})`,
      message,
    }),
  ].join('\n')
}

interface PartTable {
  readonly table: string
  readonly run: string
  readonly reference: string
  readonly noun: string
}

function partsOfRuns({ table, run, reference, noun }: PartTable): string {
  const message = `a finalized ${noun} never changes`
  const ended = (row: 'OLD' | 'NEW'): string =>
    `EXISTS (SELECT 1 FROM ${run} WHERE id = ${row}.${reference} AND state <> 'running')`
  return [
    refuse({ table, event: 'INSERT', when: ended('NEW'), message }),
    refuse({ table, event: 'UPDATE', when: `${ended('OLD')} OR ${ended('NEW')}`, message }),
    refuse({ table, event: 'DELETE', when: ended('OLD'), message }),
  ].join('\n')
}

function neverChanging(table: string, insertRefusedWhen: string, noun: string): string {
  const message = `a ${noun} never changes`
  return [
    refuse({ table, event: 'INSERT', when: insertRefusedWhen, message }),
    refuse({ table, event: 'UPDATE', message }),
    refuse({ table, event: 'DELETE', message }),
  ].join('\n')
}
