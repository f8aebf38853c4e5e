import {
  changeOf,
  changeText,
  describeTarget,
  evidenceText,
  workspaceDiff,
  type EvidenceView,
} from '@vitrial/core/evidence'
import type { Judgment } from '@vitrial/core/judging'
import type { Measurement } from '@vitrial/core/recording'
import { codePointBoundary, counted, formatCost, formatDuration, quotedName } from '@vitrial/core/text'
import { citedQuotes, type CitedQuotes } from './cited-quotes.ts'
import { html, type Html } from '../markup/html.ts'
import { recordedText } from '../markup/recorded-text.ts'
import type { TrialAnchors } from './trial-anchors.ts'
import { turnsSection } from './turns-section.ts'

export interface RecordingOptions {
  readonly anchors: TrialAnchors
  readonly judgment: Judgment | undefined
  /** How much recorded text may be shown. */
  readonly room: number
}

const shownFiles = 60

/** What a recording holds: the response, the turns, what changed in the workspace, and what else is cited. */
export async function recordingSections(view: EvidenceView, options: RecordingOptions): Promise<Html> {
  const { anchors, judgment, room } = options
  const cited = citedQuotes(judgment)
  return html`${responseSection(view, cited, anchors, room / 4)}
  ${turnsSection(await view.events(), { anchors, cited, room: room / 2 })}
  ${await workspaceSection(view, room / 4)} ${await otherEvidence(view, cited, anchors)}
  ${measurementsSection(view)}`
}

function responseSection(view: EvidenceView, cited: CitedQuotes, anchors: TrialAnchors, room: number): Html {
  if (view.response === undefined)
    return html`<h5>Response</h5>
      <p class="quiet">The agent gave none.</p>`
  const quotes = cited.quotesOf({ kind: 'response' }) ?? []
  const { markup } = recordedText(view.response, Math.min(room, 6_000), quotes)
  return html`<h5>Response</h5>
    <div class="turn response" id="${anchors.add({ kind: 'response' })}">${markup}</div>`
}

async function workspaceSection(view: EvidenceView, room: number): Promise<Html | undefined> {
  const changed = (await view.artifacts()).filter((artifact) => changeOf(artifact) !== 'unchanged')
  if (changed.length === 0 && view.isCollected) return undefined
  const diff = await workspaceDiff(view, changed)
  const left = changed.length - shownFiles
  return html`<h5>
      Workspace
      <span class="quiet"
        >${view.isCollected ? `${counted(changed.length, 'file')} changed` : 'not collected'}</span
      >
    </h5>
    <ul class="files">
      ${changed.slice(0, shownFiles).map((artifact) => html`<li><span class="quiet">${changeText(artifact)}</span> <code>${quotedName(artifact.path)}</code></li>`)}
    </ul>
    ${left > 0 ? html`<p class="quiet">and ${left} more</p>` : undefined}
    <details>
      <summary>Changes</summary>
      ${diffMarkup(diff, Math.min(room, 12_000))}
    </details>`
}

function diffMarkup(diff: string, limit: number): Html {
  const lines = diff.slice(0, codePointBoundary(diff, limit)).split('\n')
  const marked = lines.map((line) => {
    const kind = /^(\+\+\+|---)/.test(line)
      ? 'file'
      : line.startsWith('+')
        ? 'added'
        : line.startsWith('-')
          ? 'removed'
          : undefined
    return kind === undefined ? `${line}\n` : [html`<span class="${kind}">${line}</span>`, '\n']
  })
  const left = diff.length - limit
  return html`<pre class="diff">
${marked}${left > 0 ? html`<span class="omitted">Not shown: ${counted(left, 'more character')}</span>` : undefined}</pre>`
}

/** What is cited and has no place of its own above: events, files, measurements. */
async function otherEvidence(
  view: EvidenceView,
  cited: CitedQuotes,
  anchors: TrialAnchors,
): Promise<Html | undefined> {
  const items: Html[] = []
  for (const target of cited.targets) {
    if (anchors.find(target) !== undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- each may hold a whole file in memory
    const text = await evidenceText(view, target)
    if (text === undefined) continue
    const { markup } = recordedText(text, 1_500, cited.quotesOf(target) ?? [])
    items.push(
      html`<li class="turn cited" id="${anchors.add(target)}">
        <div class="turn-head"><b>${describeTarget(target)}</b></div>
        ${markup}
      </li>`,
    )
  }
  return items.length === 0
    ? undefined
    : html`<h5>Other cited evidence</h5>
        <ul class="turns">
          ${items}
        </ul>`
}

function measurementsSection(view: EvidenceView): Html | undefined {
  if (view.measurements.length === 0) return undefined
  const items = view.measurements.map((measurement) => {
    const name = measurement.id.replace(/_(ms|usd)$/, '').replaceAll('_', ' ')
    return html`<div>
      <dt>${name}</dt>
      <dd>${measured(measurement)}</dd>
    </div>`
  })
  return html`<h5>Measurements</h5>
    <dl class="facts-list">${items}</dl>`
}

function measured({ value, unit }: Measurement): string {
  if (unit === 'ms') return formatDuration(value)
  if (unit === 'usd') return formatCost(value)
  return String(Number(value.toPrecision(6)))
}
