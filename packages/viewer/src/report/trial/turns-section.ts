import { conversationsOf, turnsOf, type EvidenceTarget, type Turn } from '@vitrial/core/evidence'
import type { RecordedEvent } from '@vitrial/core/recording'
import { counted, keepEnds } from '@vitrial/core/text'
import type { CitedQuotes } from './cited-quotes.ts'
import { html, type Html } from '../markup/html.ts'
import type { TrialAnchors } from './trial-anchors.ts'
import { turnMarkup, type TurnMarkup } from './turn-markup.ts'

export interface TurnsOptions {
  readonly anchors: TrialAnchors
  readonly cited: CitedQuotes
  /** How much recorded text they may show together. */
  readonly room: number
}

/** The messages and tool calls in order. Of more than there is room for: the ends, and whatever is cited. */
export function turnsSection(events: readonly RecordedEvent[], options: TurnsOptions): Html {
  const { cited, anchors, room } = options
  const conversations = conversationsOf(events)
  const turns = turnsOf(events)
  const shown = turns.map((turn): TurnMarkup & { readonly isCited: boolean } => {
    const target = targetOf(turn)
    const { session } = turn.kind === 'message' ? turn.message : turn.call
    const quotes = cited.quotesOf(target)
    const isCited = quotes !== undefined
    const anchor = anchors.add(target)
    return {
      ...turnMarkup(turn, {
        anchor,
        quotes: quotes ?? [],
        isCited,
        conversation: conversations.get(session),
      }),
      isCited,
    }
  })
  // Each counts a little for its own markup.
  const { first, last } = keepEnds(shown, room, ({ characters }) => characters + 200)
  const items: Html[] = []
  let leftOut = 0
  const sayLeftOut = (): void => {
    if (leftOut === 0) return
    items.push(html`<li class="omitted">Not shown: ${counted(leftOut, 'turn')}</li>`)
    leftOut = 0
  }
  for (const [index, { markup, isCited }] of shown.entries()) {
    if (isCited || index < first.length || index >= shown.length - last.length) {
      sayLeftOut()
      items.push(markup)
    } else {
      leftOut += 1
    }
  }
  sayLeftOut()
  const count = counted(turns.length, 'turn')
  if (turns.length === 0)
    return html`<h5>Recorded turns</h5>
      <p class="quiet">The agent said and did nothing.</p>`
  return html`<h5>Recorded turns <span class="quiet">${count}</span></h5>
    <ol class="turns">
      ${items}
    </ol>`
}

function targetOf(turn: Turn): EvidenceTarget {
  return turn.kind === 'message'
    ? { kind: 'message', id: turn.message.id }
    : { kind: 'tool', id: turn.call.id }
}
