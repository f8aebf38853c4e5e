import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModelExchange } from '@vitrial/core/recording'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { judgeOutput } from './tools/judge-output.ts'
import { JudgeTraffic } from './judge-traffic.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judge-traffic-'))
})

afterEach(() => rm(folder, { recursive: true }))

const exchange: ModelExchange = {
  callId: 'c',
  stage: 'judge',
  startedAtMs: 0,
  durationMs: 1,
  request: { method: 'POST', path: '/v1/chat/completions', headers: {}, body: 'x'.repeat(400) },
  response: { status: 200, text: '' },
  fate: { is: 'served' },
}

test('is in the folder of its judge run while the judge works', async () => {
  await using traffic = await JudgeTraffic.open(join(folder, 'judge-1'), judgeOutput())
  traffic.keep(exchange)
  const file = join(folder, 'judge-1', 'traffic.jsonl')
  await expect.poll(() => readFile(file, 'utf8')).toBe(`${JSON.stringify(exchange)}\n`)
})

test('is bounded', async () => {
  const output = judgeOutput({ traffic: 2_000, 'tool calls': 0 })
  const traffic = await JudgeTraffic.open(folder, output)
  for (let times = 0; times < 100; times += 1) traffic.keep(exchange)
  await traffic.close()
  expect(output.reached.reason).toMatchObject({ code: 'VITRIAL_JUDGE_OUTPUT' })
  const lines = (await readFile(join(folder, 'traffic.jsonl'), 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(Math.floor(2_000 / JSON.stringify(exchange).length))
})

test('that cannot be written stops no judge, and is told when it is closed', async () => {
  await writeFile(join(folder, 'in-the-way'), '')
  await using traffic = await JudgeTraffic.open(join(folder, 'in-the-way'), judgeOutput())
  traffic.keep(exchange)
  await expect(traffic.close()).rejects.toThrow(/EEXIST|ENOTDIR/)
})
