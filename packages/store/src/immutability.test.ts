import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from './sqlite-store.ts'
import { testFolder } from './temporary-folder.fixture.ts'
import { begin, newEvalRun, newJudgeRun, runAndJudge } from './records.fixture.ts'

/** A database with one judged trial and one run and grading under way, opened as any SQL shell would. */
async function rawDatabase(): Promise<Database.Database> {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  await runAndJudge(store)
  await store.startEvalRun(newEvalRun({ id: 'open-run', attempt: 2 }))
  await store.startJudgeRun(newJudgeRun({ id: 'open-judge', evalRunId: 'open-run' }))
  const check = {
    judgeRunId: 'open-judge',
    requestId: 'r',
    phase: 'final',
    checkpoint: 1,
    queuedAtMs: 1,
  } as const
  await store.saveCheck({ id: 'open-check', ...check })
  const raw = new Database(file)
  onTestFinished(() => void raw.close())
  return raw
}

const finalized = {
  eval_runs: "id = 'eval-run-1'",
  measurements: "eval_run_id = 'eval-run-1'",
  judge_inputs: 'true',
  fingerprints: 'true',
  judge_runs: "id = 'judge-run-1'",
  judge_checks: "judge_run_id = 'judge-run-1'",
  judgments: 'true',
  judgment_judge_runs: 'true',
  judgment_metrics: 'true',
  citations: 'true',
  sources: 'true',
}

test.each(Object.entries(finalized))('no SQL changes a finalized row of %s', async (table, where) => {
  const raw = await rawDatabase()
  raw.pragma('foreign_keys = OFF')
  const before = raw.prepare(`SELECT * FROM ${table}`).all()
  expect(raw.prepare(`SELECT * FROM ${table} WHERE ${where}`).all()).not.toEqual([])
  const columns = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  for (const column of columns) {
    expect(() =>
      raw.exec(`UPDATE ${table} SET ${String(column)} = ${String(column)} WHERE ${where}`),
    ).toThrow('change')
  }
  expect(() => raw.exec(`DELETE FROM ${table} WHERE ${where}`)).toThrow('change')
  expect(raw.prepare(`SELECT * FROM ${table}`).all()).toEqual(before)
})

test.each([
  ['eval_runs', 'candidate_fingerprint'],
  ['judge_runs', 'judge_fingerprint'],
  ['judge_checks', 'request_id'],
  ['judge_inputs', 'rubric'],
  ['judge_inputs', 'code_judge'],
  ['judgments', 'evidence_hash'],
  ['judgment_metrics', 'reason'],
  ['citations', 'quote'],
  ['sources', 'url'],
])('no INSERT OR REPLACE changes a finalized row of %s', async (table, changed) => {
  const raw = await rawDatabase()
  raw.pragma('foreign_keys = OFF')
  const names = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table).map(String)
  const values = names.map((name) => (name === changed ? "'forged'" : name))
  const replace = `INSERT OR REPLACE INTO ${table} SELECT ${values.join(', ')} FROM ${table}`
  expect(() => raw.exec(replace)).toThrow(/never changes/)
  expect(raw.prepare(`SELECT 1 FROM ${table} WHERE ${changed} = 'forged'`).all()).toEqual([])
})

test.each([
  ['a metric', "INSERT INTO judgment_metrics VALUES ('judgment-1', 3, 'late', 'Late', 1, 'because')"],
  [
    'a citation',
    "INSERT INTO citations VALUES ('judgment-1', 'asked_dialect', 9, 'response', NULL, NULL, NULL, 'x')",
  ],
  ['a source', "INSERT INTO sources VALUES ('judgment-1', 'asked_dialect', 9, 'https://example.com')"],
  ['a judge run', "INSERT INTO judgment_judge_runs VALUES ('judgment-1', 'open-judge')"],
  ['a measurement of an ended run', "INSERT INTO measurements VALUES ('eval-run-1', 9, 'late', 1, 'ms')"],
  ['a measurement moved to it', "UPDATE measurements SET eval_run_id = 'open-run'"],
  [
    'a check of an ended grading',
    "UPDATE judge_checks SET judge_run_id = 'judge-run-1' WHERE id = 'open-check'",
  ],
  [
    'a check in the place of another',
    "UPDATE OR REPLACE judge_checks SET id = 'check-1' WHERE id = 'open-check'",
  ],
  [
    'a run in the place of another',
    "UPDATE OR REPLACE eval_runs SET id = 'eval-run-1' WHERE id = 'open-run'",
  ],
  ['an attempt in the place of another', "UPDATE OR REPLACE eval_runs SET attempt = 1 WHERE id = 'open-run'"],
  ['a grading of another run', "UPDATE judge_runs SET eval_run_id = 'eval-run-1' WHERE id = 'open-judge'"],
])('no SQL adds %s', async (_, sql) => {
  const raw = await rawDatabase()
  expect(() => raw.exec(sql)).toThrow(/change|keeps/)
})

test('a trial cannot select the run of another trial, nor a judgment of another run', async () => {
  const raw = await rawDatabase()
  raw.pragma('foreign_keys = ON')
  expect(() =>
    raw.exec(
      "UPDATE trials SET selected_eval_run_id = 'eval-run-1', selected_judgment_id = NULL WHERE position = 2",
    ),
  ).toThrow('FOREIGN KEY')
  expect(() => raw.exec("UPDATE trials SET selected_eval_run_id = 'open-run' WHERE position = 1")).toThrow(
    'FOREIGN KEY',
  )
  expect(() => raw.exec('UPDATE trials SET selected_eval_run_id = NULL WHERE position = 1')).toThrow('CHECK')
})

test('a run under way can still change', async () => {
  const raw = await rawDatabase()
  expect(() =>
    raw.exec("UPDATE eval_runs SET execution_started_at_ms = 5 WHERE id = 'open-run'"),
  ).not.toThrow()
  expect(() => raw.exec("UPDATE judge_runs SET activity = 'checking' WHERE id = 'open-judge'")).not.toThrow()
})
