import { expect, test } from 'vitest'
import { judgeSystemPrompt } from './judge-system-prompt.ts'

test('is the base prompt and one copy of the rubric, the same bytes each time', async () => {
  const rubric = { text: '# Fix\n\n## Metric: fixed — Fixes it\n\nThe sum is right.' }
  const prompt = await judgeSystemPrompt(rubric)
  expect(prompt.startsWith('# You are a judge\n')).toBe(true)
  expect(prompt.endsWith(`<rubric>\n${rubric.text}\n</rubric>\n`)).toBe(true)
  expect(prompt.split('The sum is right.')).toHaveLength(2)
  expect(await judgeSystemPrompt(rubric)).toBe(prompt)
})

test('names the four tools and nothing of the candidate', async () => {
  const prompt = await judgeSystemPrompt({ text: '' })
  for (const tool of ['judge_context', 'candidate_evidence', 'submit_judgment', 'continue_judging']) {
    expect(prompt).toContain(`\`${tool}\``)
  }
})
