import { describeTarget, type Citation } from '@vitrial/core/evidence'
import type { Judgment, MetricJudgment } from '@vitrial/core/judging'
import { counted, formatMetricValue, shorten } from '@vitrial/core/text'
import { html, type Html } from '../markup/html.ts'
import { valueClass } from '../markup/value-class.ts'
import type { TrialAnchors } from './trial-anchors.ts'

const reasonCharacters = 4_000
const quoteCharacters = 600
const shownCitations = 20

/** Every metric with its value, the judge's reason, and citations that lead to what they cite. */
export function judgmentSection(judgment: Judgment, anchors: TrialAnchors): Html {
  return html`<h5>Judgment</h5>
    <div class="judgment">${judgment.metrics.map((metric) => metricCard(metric, anchors))}</div>`
}

function metricCard(
  { id, label, value, reason, evidence, sources }: MetricJudgment,
  anchors: TrialAnchors,
): Html {
  const left = evidence.length - shownCitations
  return html`<div class="metric ${valueClass(value)}">
    <div class="metric-head">
      <span class="value">${formatMetricValue(value)}</span>
      <b>${label}</b> ${label === id ? undefined : html`<code>${id}</code>`}
    </div>
    <p class="reason" dir="auto">${shorten(reason.trim(), reasonCharacters)}</p>
    ${
      evidence.length === 0
        ? undefined
        : html`<ul class="citations">
            ${evidence.slice(0, shownCitations).map((citation) => citationItem(citation, anchors))}
          </ul>`
    }
    ${left > 0 ? html`<p class="quiet">and ${counted(left, 'more citation')}</p>` : undefined}
    ${sources === undefined || sources.length === 0 ? undefined : html`<p class="quiet">Pages the judge consulted, which are no evidence: ${sources.join(' ')}</p>`}
  </div> `
}

function citationItem(citation: Citation, anchors: TrialAnchors): Html {
  const anchor = anchors.find(citation)
  const target = describeTarget(citation)
  const link = anchor === undefined ? html`<span>${target}</span>` : html`<a href="#${anchor}">${target}</a>`
  if (citation.quote === undefined) return html`<li>${link}</li>`
  return html`<li>${link} <q dir="auto">${shorten(citation.quote, quoteCharacters)}</q></li>`
}
