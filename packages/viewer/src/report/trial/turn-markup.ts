import { toolCallParts, type Turn } from '@vitrial/core/evidence'
import { formatDuration, quotedName } from '@vitrial/core/text'
import { html, type Html } from '../markup/html.ts'
import { recordedText } from '../markup/recorded-text.ts'

export interface TurnOptions {
  /** The id of its place in the page. */
  readonly anchor: string
  /** What judges quoted from it. */
  readonly quotes: readonly string[]
  readonly isCited: boolean
  /** The number of its agent session, from 1. */
  readonly conversation: number | undefined
}

/** A turn's markup and how much recorded text it shows. */
export interface TurnMarkup {
  readonly markup: Html
  readonly characters: number
}

const messageCharacters = 4_000
const toolCharacters = 2_000

/** One message or tool call. Tool calls are folded unless they are cited or failed. */
export function turnMarkup(turn: Turn, options: TurnOptions): TurnMarkup {
  return turn.kind === 'message' ? messageMarkup(turn, options) : toolMarkup(turn, options)
}

function messageMarkup(turn: Extract<Turn, { kind: 'message' }>, options: TurnOptions): TurnMarkup {
  const { role, id, agent, text, reasoning, error } = turn.message
  const parts = [
    { label: 'reasoning', text: reasoning },
    { label: undefined, text: text === '' ? undefined : text },
    { label: 'error', text: error },
  ].flatMap((part) => (part.text === undefined ? [] : [{ label: part.label, text: part.text }]))
  const by = agent === undefined ? undefined : html` <span class="quiet">${quotedName(agent)}</span>`
  const { blocks, characters } = blocksOf(parts, messageCharacters, options.quotes)
  return {
    markup: html`<li class="turn ${role}${options.isCited ? ' cited' : ''}" id="${options.anchor}">
      <div class="turn-head"><b>${role}</b>${by} ${turnFacts(turn, id, options)}</div>
      ${blocks.length === 0 ? html`<p class="quiet">no text</p>` : blocks}
    </li> `,
    characters,
  }
}

function toolMarkup(turn: Extract<Turn, { kind: 'tool' }>, options: TurnOptions): TurnMarkup {
  const { call } = turn
  const { sections, facts } = toolCallParts(call)
  const hasFailed = call.status === 'error' || (call.exitCode !== undefined && call.exitCode !== 0)
  const ended = call.exitCode === undefined ? call.status : `exit code ${call.exitCode}`
  const inputs = facts.filter((fact) => /^(input|not shown)\b/.test(fact))
  const { blocks, characters } = blocksOf(sections, toolCharacters, options.quotes)
  const preview = sections.find(({ label }) => label.startsWith('input'))?.text.split('\n', 1)[0] ?? ''
  return {
    markup: html`<li class="turn tool${options.isCited ? ' cited' : ''}" id="${options.anchor}">
<details${options.isCited || hasFailed ? html` open` : undefined}><summary class="turn-head"><b>${quotedName(call.name)}</b>
<span class="${hasFailed ? 'failed' : 'quiet'}">${ended}</span> <code class="preview" dir="auto">${preview.slice(0, 120)}</code> ${turnFacts(turn, call.id, options)}</summary>
${inputs.length === 0 ? undefined : html`<pre dir="auto">${inputs.join('\n').slice(0, toolCharacters)}</pre>`}
${blocks}</details></li>
`,
    characters,
  }
}

function turnFacts(turn: Turn, id: string, { conversation, isCited }: TurnOptions): Html {
  const { contradictedBy } = turn.kind === 'message' ? turn.message : turn.call
  return html`<span class="facts quiet"
    >${contradictedBy ? html`<span class="failed">contradicted by ${contradictedBy.map((seq) => `event ${seq}`).join(', ')}</span> ` : undefined}${isCited ? html`<span class="cited-word">cited</span> ` : undefined}${
      conversation === undefined || conversation === 1 ? undefined : html`conversation ${conversation} `
    }<code>${quotedName(id)}</code> ${formatDuration(turn.atMs)}</span
  >`
}

interface Blocks {
  readonly blocks: readonly Html[]
  readonly characters: number
}

function blocksOf(
  parts: readonly { readonly label: string | undefined; readonly text: string }[],
  limit: number,
  quotes: readonly string[],
): Blocks {
  const shown = parts.map(({ label, text }) => ({ label, ...recordedText(text, limit, quotes) }))
  return {
    blocks: shown.map(
      ({ label, markup }) =>
        html`${label === undefined ? undefined : html`<div class="label">${label}</div>`}${markup}`,
    ),
    characters: shown.reduce((sum, { characters }) => sum + characters, 0),
  }
}
