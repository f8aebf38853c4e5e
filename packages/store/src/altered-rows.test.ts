import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './sqlite-store.ts'
import { testFolder } from './temporary-folder.fixture.ts'
import {
  begin,
  benchmarkRun,
  evalRunResult,
  judgeRunResult,
  judgment,
  newEvalRun,
  newJudgeRun,
  runAndJudge,
} from './records.fixture.ts'

/** Writes to a judged trial as any SQL shell can once the triggers are dropped; says what a reader sees. */
async function alteredBy(sql: string): Promise<unknown> {
  const file = join(await testFolder(), 'vitrial.db')
  {
    await using store = await openStore({ file })
    await begin(store)
    await runAndJudge(store)
  }
  const raw = new Database(file)
  raw.pragma('foreign_keys = OFF')
  const triggers = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()
  for (const name of triggers) raw.exec(`DROP TRIGGER ${String(name)}`)
  expect(raw.prepare(sql).run().changes).toBeGreaterThan(0)
  raw.close()
  await using store = await openStore({ file })
  const { rows } = await store.readTrials(benchmarkRun.id, { limit: 10 })
  return rows[0]?.altered
}

const everyColumn: readonly (readonly [
  table: string,
  part: 'run' | 'judgment',
  columns: readonly string[],
])[] = [
  [
    'eval_runs',
    'run',
    ['attempt', 'harness', 'agent_version', 'vitrial_version', 'runtime', 'image', 'engine', 'detail'].concat(
      [
        'evidence_hash',
        'started_at_ms',
        'completed_at_ms',
        'calls',
        'input_tokens',
        'cost_usd',
        'error_line',
      ],
    ),
  ],
  ['measurements', 'run', ['value', 'measurement_id', 'position']],
  [
    'judge_runs',
    'judgment',
    ['model', 'agent_version', 'runtime', 'seat', 'judge_fingerprint', 'files', 'evidence_reads', 'cost_usd'],
  ],
  ['judge_checks', 'judgment', ['checkpoint', 'request_id', 'queued_at_ms']],
  ['judgments', 'judgment', ['evidence_hash', 'checkpoint', 'created_at_ms', 'content_hash']],
  ['judgment_judge_runs', 'judgment', ['judge_run_id']],
  ['judgment_metrics', 'judgment', ['value', 'reason', 'label', 'metric_id']],
  ['citations', 'judgment', ['quote', 'target_id']],
  ['sources', 'judgment', ['url', 'position']],
]

const edits = everyColumn.flatMap(([table, part, columns]) =>
  columns.map((column) => ({ table, column, part })),
)

test.each(edits)('an edit of $table.$column is seen in its trial', async ({ table, column, part }) => {
  const values: Record<string, string> = {
    files: `'[]'`,
    value: '0.5',
    cost_usd: 'coalesce(cost_usd, 0) + 1',
  }
  const isText =
    /version|runtime|image|engine|harness|detail|hash|model|fingerprint|request|judge_run|reason|label|quote|target|url|_id$/
  const value = values[column] ?? (isText.test(column) ? `${column} || '!'` : `coalesce(${column}, 0) + 7`)
  expect(await alteredBy(`UPDATE ${table} SET ${column} = ${value} WHERE ${column} IS NOT ${value}`)).toBe(
    part,
  )
})

test.each([
  ['a measurement that is gone', 'DELETE FROM measurements WHERE position = 2', 'run'],
  ['a check that is gone', 'DELETE FROM judge_checks', 'judgment'],
  ['a citation that is gone', "DELETE FROM citations WHERE kind = 'response'", 'judgment'],
  ['a source that is gone', 'DELETE FROM sources WHERE position = 2', 'judgment'],
  [
    'a metric that was added',
    "INSERT INTO judgment_metrics VALUES ('judgment-1', 3, 'x', 'X', 1, 'Yes.')",
    'judgment',
  ],
  ['a trial of another model', "UPDATE trials SET model = 'scripted/other' WHERE position = 1", 'run'],
])('%s is seen in its trial', async (_, sql, part) => {
  expect(await alteredBy(sql)).toBe(part)
})

test('rows that nobody wrote to fit their hashes, whatever text they hold', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  await store.startEvalRun(newEvalRun())
  const torn = `half \ud83d of a pair, a nul \0 and \u{1f600}`
  await store.finalizeEvalRun('eval-run-1', { ...evalRunResult, detail: torn })
  await store.startJudgeRun(newJudgeRun())
  const [first, second] = judgment().metrics
  if (!first || !second) throw new Error('two metrics are needed')
  const metrics = [
    { ...first, reason: torn, value: 1 / 3 },
    { ...second, label: torn },
  ]
  await store.finishJudgeRun('judge-run-1', { ...judgeRunResult, detail: torn }, judgment({ metrics }))
  const { rows } = await store.readTrials(benchmarkRun.id, { limit: 10 })
  expect(rows[0]).toMatchObject({ evalRun: { state: 'completed' }, judgment: { id: 'judgment-1' } })
  expect(rows[0]).not.toHaveProperty('altered')
})

test('a judgment of other evidence than its eval run left is refused, by the store and by the database', async () => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  await store.startEvalRun(newEvalRun())
  await store.finalizeEvalRun('eval-run-1', evalRunResult)
  await store.startJudgeRun(newJudgeRun())
  const other = judgment({ evidenceHash: 'evidence-2' })
  await expect(store.finishJudgeRun('judge-run-1', judgeRunResult, other)).rejects.toMatchObject({
    code: 'VITRIAL_STORE_REFUSED',
    message: expect.stringContaining('judgment-1 is of other evidence than eval run eval-run-1'),
  })
  const raw = new Database(file)
  const insert = (hash: string): void =>
    void raw.prepare("INSERT INTO judgments VALUES ('j', 'eval-run-1', ?, 0, NULL, 0, 'h')").run(hash)
  expect(() => insert('evidence-2')).toThrow('never changes the evidence')
  expect(() => insert('evidence-1')).not.toThrow()
  raw.close()
})

test('a record of another database is a result like any other', async () => {
  const source = join(await testFolder(), 'vitrial.db')
  await using from = await openStore({ file: source })
  await begin(from)
  await runAndJudge(from)
  const [evalRun, judgeRun, judged] = [
    await from.readEvalRun('eval-run-1'),
    (await from.readJudgeRuns('eval-run-1'))[0],
    await from.readJudgment('judgment-1'),
  ]
  if (!evalRun || evalRun.state === 'running' || !judgeRun || judgeRun.state === 'running') throw new Error()

  await using to = await openStore({ file: join(await testFolder(), 'vitrial.db') })
  await begin(to)
  await to.startEvalRun(newEvalRun({ attempt: 3 }))
  await to.finalizeEvalRun('eval-run-1', evalRun)
  await to.startJudgeRun(newJudgeRun({ seat: 2 }))
  await to.finishJudgeRun('judge-run-1', judgeRun, judged)
  const { rows } = await to.readTrials(benchmarkRun.id, { limit: 10 })
  expect(rows[0]).toMatchObject({ evalRun: { attempt: 3 }, judgeRun: { seat: 2 } })
  expect(rows[0]).not.toHaveProperty('altered')
})
