import { counted } from '@vitrial/core/text'
import type { HostNotice, OpenedHost } from '@vitrial/host'
import colors from 'picocolors'

/** What a person reads before the trials run: what isolates nothing, what is to be done, what is not real. */
export function startLines(
  project: string,
  host: Pick<OpenedHost, 'notices' | 'plan'>,
  trialIds: readonly string[],
): readonly string[] {
  const of = (kind: HostNotice['about']): readonly string[] =>
    host.notices.filter(({ about }) => about === kind).map(({ text }) => text)
  const work = [...countsOf(host, trialIds), ...of('models')].join('        ')
  return [...of('isolation'), ...of('judge'), ...of('leftovers'), work]
    .filter((line) => line !== '')
    .map((line) => noticeLine(project, line))
}

/** What a person reads while the trials run. */
export function noticeLine(project: string, text: string): string {
  return ` ${colors.cyan(project)}  ${text}`
}

/** Nothing to count if every trial waits for its test to ask. */
function countsOf(host: Pick<OpenedHost, 'plan'>, trialIds: readonly string[]): readonly string[] {
  if (trialIds.length === 0) return []
  const { run, judge, reuse, failed, deferred } = host.plan(trialIds)
  const waiting = [
    ...(failed > 0 ? [`${failed} failed before`] : []),
    ...(deferred > 0 ? [`${deferred} deferred`] : []),
  ]
  const counts = [`${run} run`, `${judge} judge`, `${reuse} reuse`, ...waiting]
  return [`${counted(trialIds.length, 'trial')}: ${counts.join(', ')}`]
}
