import { describeTarget } from '@vitrial/core/evidence'
import type { MetricFinding, TrialFindings, UnresolvedTrial } from '@vitrial/core/scores'
import { formatMetricValue, shorten } from '@vitrial/core/text'
import { trialName } from '@vitrial/core/trial'
import { html, type Html, type HtmlValue } from '../markup/html.ts'
import { valueClass } from '../markup/value-class.ts'
import { reasonLabels, type StandingTrial } from '../input/trial-standing.ts'

const shownEntries = 20

/** What is worth a look, each kind by itself: not met, undecided, failed judges and infrastructures, open. */
export function attentionSection(
  { belowOne, undecided, unresolved }: TrialFindings,
  trials: readonly StandingTrial[],
): Html | undefined {
  const numbers = new Map(trials.map(({ record, number }) => [record.trial.id, number]))
  const link = (trialId: string, name: string): Html => {
    const number = numbers.get(trialId)
    return number === undefined ? html`${name}` : html`<a href="#trial-${number}">${name}</a>`
  }
  const judges = unresolved.filter(({ why }) => why === 'judge_failed' || why === 'judge_timed_out')
  const machines = unresolved.filter(({ why }) => why === 'infra_failed' || why === 'observe_failed')
  const open = unresolved.filter((trial) => !judges.includes(trial) && !machines.includes(trial))
  const lists = [
    listOf('Not met', belowOne, (finding) => findingItem(finding, link)),
    listOf('Undecided', undecided, (finding) => findingItem(finding, link)),
    listOf('The judge failed', judges, (trial) => unresolvedItem(trial, link)),
    listOf('The infrastructure failed', machines, (trial) => unresolvedItem(trial, link)),
    listOf('Open', open, (trial) => unresolvedItem(trial, link)),
  ].filter((list) => list !== undefined)
  if (lists.length === 0) return undefined
  return html`<section aria-labelledby="look">
    <h2 id="look">Worth a look</h2>
    ${lists}
  </section> `
}

type Link = (trialId: string, name: string) => Html

function listOf<T>(title: string, entries: readonly T[], item: (entry: T) => Html): Html | undefined {
  if (entries.length === 0) return undefined
  const left = entries.length - shownEntries
  const more: HtmlValue = left > 0 ? html`<p class="quiet">and ${left} more, below</p>` : undefined
  return html`<h3>${title} <span class="quiet">${entries.length}</span></h3>
    <ul class="findings">
      ${entries.slice(0, shownEntries).map(item)}
    </ul>
    ${more}`
}

function findingItem({ trial, metric }: MetricFinding, link: Link): Html {
  const cited = metric.evidence.find(({ quote }) => quote !== undefined)
  return html`<li class="${valueClass(metric.value)}">
    <div>
      ${link(trial.id, trialName(trial))} <code>${metric.id}</code>
      <b class="value">${formatMetricValue(metric.value)}</b>
    </div>
    <div dir="auto">${shorten(metric.reason.trim(), 400)}</div>
    ${cited?.quote === undefined ? undefined : html`<div class="quiet">${describeTarget(cited)}: <q dir="auto">${shorten(cited.quote, 240)}</q></div>`}
  </li> `
}

function unresolvedItem({ trial, why, error }: UnresolvedTrial, link: Link): Html {
  return html`<li>
    <div>${link(trial.id, trialName(trial))} <span class="quiet">${reasonLabels[why]}</span></div>
    ${error ? html`<div dir="auto"><code>${error.code}</code> ${shorten(error.message, 400)}</div>` : undefined}
  </li> `
}
