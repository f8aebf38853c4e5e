import { readFile } from 'node:fs/promises'
import type { Rubric } from '@vitrial/core/rubric'

/** The same file from `src/judge` and from `dist/judge`. */
const baseFile = new URL('../../judge-agent.md', import.meta.url)

/** The part of the judge's system prompt that all rubrics share. */
export async function judgeProfile(): Promise<string> {
  return await judgeSystemPrompt({ text: '' })
}

/** The judge's whole system prompt: the shared base and one copy of the rubric, the same bytes at every call. */
export async function judgeSystemPrompt(rubric: Pick<Rubric, 'text'>): Promise<string> {
  const base = await readFile(baseFile, 'utf8')
  const text = rubric.text.endsWith('\n') ? rubric.text : `${rubric.text}\n`
  return `${base}\n## The rubric\n\nWhat stands between the two rubric lines is the rubric of this evaluation.\n\n<rubric>\n${text}</rubric>\n`
}
