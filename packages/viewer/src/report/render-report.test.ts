import { memoryEvidenceView } from '@vitrial/core/evidence'
import { expect, test } from 'vitest'
import { renderReport } from './render-report.ts'
import { recorded, reportEval, reportInput, type TrialSketch } from './input/report-input.fixture.ts'
import type { ReportInput } from './input/report-input.ts'

const sum = reportEval('fix-the-sum', ['fixed', 'Fixes the sum'], ['ran_tests', 'Runs the tests'])

async function rendered(input: ReportInput): Promise<string> {
  const pieces: string[] = []
  for await (const piece of renderReport(input)) pieces.push(piece)
  return pieces.join('')
}

/** The page as a person reads it, a line each. */
function textOf(page: string): string {
  return page
    .replaceAll(/<style>[^]*?<\/style>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[ \t]+/g, ' ')
}

/** Links to places that the page does not have. */
function deadLinksOf(page: string): readonly string[] {
  const places = new Set([...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id))
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '')
  return links.filter((id) => !places.has(id))
}

test('is one page without scripts, whose policy allows its own style sheet only', async () => {
  const page = await rendered(reportInput({ evals: [sum] }))

  expect(page.match(/<!doctype html>/g)).toHaveLength(1)
  expect(page).toMatch(
    /default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'/,
  )
  expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|base|form)\b/)
  expect(page).not.toMatch(/\s(src|style|on\w+)=/)
})

test('says how long the run was at work, not how long ago it began', async () => {
  const text = textOf(await rendered(reportInput({ evals: [sum] })))
  expect(text).toContain('42.0s at work')
  expect(text).not.toContain('1m 35s')
})

test('says that what a score stands on is counted in trials', async () => {
  const input = reportInput({ evals: [sum], models: ['scripted/a'] })
  const text = textOf(await rendered(input)).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(new RegExp(` trials ${input.trials.length} met `))
})

test('says that no real model ran, or which were scripted, or nothing', async () => {
  expect(await rendered(reportInput({ evals: [sum] }))).toContain('Scripted models: no real model ran.')
  expect(await rendered(reportInput({ evals: [sum], scripted: false }))).not.toMatch(/[Ss]cripted[, ]/)
})

test.each([
  [true, true, 'scripted yes, no real model ran'],
  [true, false, 'scripted candidate'],
  [false, true, 'scripted judge'],
  [false, false, undefined],
])('marks a trial’s scripted candidate (%s) and judge (%s)', async (candidate, judge, said) => {
  const input = reportInput({ evals: [sum], models: ['acme/large'] })
  const trials = input.trials.map(({ evalRun, judgeRun, ...record }) => ({
    ...record,
    ...(evalRun && { evalRun: { ...evalRun, scripted: candidate } }),
    ...(judgeRun && { judgeRun: { ...judgeRun, scripted: judge } }),
  }))
  const text = textOf(await rendered({ ...input, trials })).replaceAll(/\s+/g, ' ')
  if (said === undefined) expect(text).not.toMatch(/ scripted (?!\/)/)
  else expect(text).toContain(` ${said} `)
})

test('keeps a 0, a null, a failed judge, a failed infrastructure and open work apart', async () => {
  const error = { code: 'VITRIAL_INFRA_PROVIDER', message: 'The provider is down. Wait and retry.' } as const
  const noSubmission = { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'It ended.' } as const
  const hasty: readonly (TrialSketch | undefined)[] = [{ values: [1, 0] }, { values: [1, null] }, undefined]
  const careful: readonly TrialSketch[] = [
    {},
    { judgeRun: { state: 'failed', error: noSubmission } },
    { evalRun: { state: 'infra_failed', error, isKept: false } },
  ]
  const input = reportInput({
    evals: [sum],
    repetitions: 3,
    sketch: ({ model, repetition }) => (model === 'scripted/hasty' ? hasty : careful)[repetition - 1],
  })
  const page = textOf(await rendered({ ...input, commandArguments: { benchmark: 'shop' } }))

  expect(page).toMatch(
    /Not met 1\s[^]*Undecided 1\s[^]*judge failed 1\s[^]*infrastructure failed 1\s[^]*Open 1\s/i,
  )
  expect(page).toMatch(/33\.3 to 100\.0[^]*33 % decided/)
  expect(page).toMatch(/33\.3 to 83\.3/)
  expect(page).toContain('VITRIAL_INFRA_PROVIDER')
  expect(page).toContain('not run')
  const trial = '--benchmark shop --only-eval fix-the-sum --only-model scripted/careful --only-repetition'
  expect(page.match(/npx vitrial [^<]*?\d/g)).toEqual([
    `npx vitrial rejudge ${trial} 2`,
    `npx vitrial retry ${trial} 3`,
  ])
})

test('leads from a citation to the turn it cites and marks the quote there', async () => {
  const page = await rendered(reportInput({ evals: [sum], models: ['scripted/careful'] }))

  const [, anchor] = /<a href="#(trial-1-tool-\d)">tool call_1<\/a>/.exec(page) ?? []
  expect(page).toMatch(new RegExp(`id="${anchor}"[^]{0,900}<mark>1 failed</mark>`))
  expect(page).toMatch(/<a href="#trial-1-artifact-\d">artifact src\/sum.ts \(final\)<\/a>/)
  expect(deadLinksOf(page)).toEqual([])
})

test('shows a cited turn of a long recording even where its neighbours are left out', async () => {
  const events = recorded(
    Array.from({ length: 200 }, (_, index) => ({
      session: 's',
      source: 'harness',
      kind: 'message',
      body: {
        id: `m${index}`,
        role: 'assistant',
        text: `Thought ${index}. ${'x'.repeat(900)}`,
        createdAtMs: 0,
      },
    })),
  )
  const page = await rendered({
    ...reportInput({
      evals: [sum],
      models: ['scripted/careful'],
      evidence: () => memoryEvidenceView({ evidenceHash: 'h', events }),
      sketch: () => ({
        metric: () => ({ evidence: [{ kind: 'message', id: 'm100', quote: 'Thought 100.' }] }),
      }),
    }),
    recordedCharacters: 20_000,
  })

  expect(page).toContain('<mark>Thought 100.</mark>')
  expect(page).toContain('Thought 199.')
  expect(page).not.toContain('Thought 99.')
  expect(page.match(/Not shown: \d+ turns/g)).toHaveLength(2)
  expect(page.length).toBeLessThan(60_000)
})

test('shows why a recording cannot be shown, and goes on', async () => {
  const input = reportInput({ evals: [sum] })
  const page = await rendered({
    ...input,
    evidence: () => Promise.reject(new Error('manifest.json is not what was recorded.')),
  })
  expect(page).toMatch(/cannot be shown: [^<]*manifest\.json is not what was recorded\./)
  expect(page.match(/class="trial /g)).toHaveLength(2)
})

test('leaves out recordings it has no time for', async () => {
  const page = await rendered({ ...reportInput({ evals: [sum] }), signal: AbortSignal.abort() })
  expect(page).toContain('There was no time to show its recording.')
  expect(page).not.toContain('Recorded turns')
})

test('stays small with many trials, and shows first what is not met', async () => {
  const page = await rendered(
    reportInput({
      evals: [sum],
      repetitions: 300,
      sketch: ({ repetition }) => ({ values: repetition === 300 ? [0, 0] : [1, 1] }),
    }),
  )
  expect(page.match(/Recorded turns/g)).toHaveLength(400)
  expect(page).toMatch(/Its recording is not shown here/)
  expect(page.slice(page.indexOf('id="trial-600"'))).toContain('Recorded turns')
})

test('lists no more trials than a page can hold, and leads to none that is not there', async () => {
  const page = await rendered(
    reportInput({
      evals: [sum],
      repetitions: 1_500,
      sketch: ({ repetition }) => ({ values: repetition === 1_500 ? [null, 1] : [1, 1] }),
    }),
  )
  expect(page.match(/class="trial /g)).toHaveLength(2_000)
  expect(page).toContain('Not listed: 1000 trials. The others say more.')
  expect(deadLinksOf(page)).toEqual([])
})

test('leaves out rows of what is no longer declared', async () => {
  const input = reportInput({ evals: [sum] })
  const page = await rendered({ ...input, models: ['scripted/careful'] })
  expect(page).not.toContain('scripted/hasty')
})

test('shows the definition without the keys that an earlier version kept in it', async () => {
  const input = reportInput({ evals: [sum] })
  const headers = { 'x-api-key': 'abc123' }
  const options = { baseURL: 'https://user:pass@models.example/v1' }
  const acme = { options, models: { fast: { options: { headers } } } }
  const definition = { models: ['acme/fast'], candidate: { providers: { acme } } }

  const page = await rendered({ ...input, run: { ...input.run, definition } })

  expect(page).not.toMatch(/abc123|user:pass/)
  expect(page.split('[redacted]')).toHaveLength(3)
  expect(page).toContain('acme/fast')
})

test('shows the rubric that graded, beside the prompt', async () => {
  const text = textOf(await rendered(reportInput({ evals: [sum] })))

  expect(text).toContain('Rubric of fix-the-sum')
  expect(text).toContain('## Metric: ran_tests — Runs the tests')
})

test('says what the runs and judgments were made with, each once', async () => {
  const page = await rendered(reportInput({ evals: [sum] }))
  const said = page.split('Judged by Vitrial 0.1.0 with agent 1.18.33: runtime host.')
  expect(said).toHaveLength(2)
  expect(page).toContain('Run by Vitrial 0.1.0 with opencode 1.18.33: runtime ')
})
