import colors from 'picocolors'
import type { EvalsProject } from '../plugin/evals-project.ts'

/** What a person reads before the trials run: what isolates nothing, what is to be done, what is not real. */
export function startLines(
  { name, host }: Pick<EvalsProject, 'name' | 'host'>,
  trialIds: readonly string[],
): readonly string[] {
  const notices = host.notices()
  const isolation = notices.filter(({ about }) => about === 'isolation').map(({ text }) => text)
  const models = notices.filter(({ about }) => about === 'models').map(({ text }) => text)
  const { run, judge, reuse } = host.plan(trialIds)
  const counts = `${trialIds.length} trials: ${run} run, ${judge} judge, ${reuse} reuse`
  return [...isolation, [counts, ...models].join('        ')].map((line) => ` ${colors.cyan(name)}  ${line}`)
}
