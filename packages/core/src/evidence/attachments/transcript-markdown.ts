import { counted } from '../../text/counted.ts'
import { keepEnds } from '../../text/keep-ends.ts'
import { printable } from '../../text/printable.ts'
import { printableLines } from '../../text/printable-lines.ts'
import { quotedName } from '../../text/quoted-name.ts'
import { shorten } from '../../text/shorten.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import { turnsOf, type Turn } from '../transcript/turns.ts'

export interface TranscriptOptions {
  /** What the transcript is of. */
  readonly title: string
  /** About how long the text may get; the middle of a longer one is left out, and said to be. */
  readonly maxCharacters: number
}

/** Of one message or of one input or output. */
const shownCharacters = 4_000

/** A recording as a person reads it: every message and tool call in order, as Markdown that runs nothing. */
export async function transcriptMarkdown(view: EvidenceView, options: TranscriptOptions): Promise<string> {
  const { title, maxCharacters } = options
  const turns = turnsOf(await view.events()).map(turnBlock)
  const kept = keepEnds(turns, maxCharacters, (block) => block.length)
  const blocks = [
    `# ${printable(title)}`,
    `State: ${view.state}`,
    ...kept.first,
    ...(kept.leftOut > 0
      ? [`*Left out here: ${counted(kept.leftOut, 'turn')}; the recording holds them.*`]
      : []),
    ...kept.last,
    ...(view.response === undefined ? [] : [`## response\n\n${fenced(view.response)}`]),
  ]
  return `${blocks.join('\n\n')}\n`
}

function turnBlock(turn: Turn): string {
  if (turn.kind === 'message') {
    const { id, role, text, reasoning, error } = turn.message
    return [
      `## ${role} (message ${printable(quotedName(id))})${contradicted(turn.message)}`,
      ...(reasoning === undefined ? [] : [`Reasoning:\n\n${fenced(reasoning)}`]),
      ...(text === '' ? [] : [fenced(text)]),
      ...(error === undefined ? [] : [`Error:\n\n${fenced(error)}`]),
    ].join('\n\n')
  }
  const { id, name, status, exitCode, input, output, error } = turn.call
  const ended = exitCode === undefined ? status : `${status}, exit code ${exitCode}`
  return [
    `## tool ${printable(quotedName(name))} (${printable(quotedName(id))}): ${ended}${contradicted(turn.call)}`,
    ...(input === undefined ? [] : [`Input:\n\n${fenced(inputText(input))}`]),
    ...(output === undefined ? [] : [`Output:\n\n${fenced(output)}`]),
    ...(error === undefined ? [] : [`Error:\n\n${fenced(error)}`]),
  ].join('\n\n')
}

function contradicted({ contradictedBy }: { readonly contradictedBy?: readonly number[] }): string {
  return contradictedBy === undefined ? '' : ', contradicted afterwards'
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? '')
}

/** Recorded text in a fence that is longer than any in it. */
function fenced(text: string): string {
  const shown = printableLines(shorten(text, shownCharacters))
  const longest = [...shown.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${shown}\n${fence}`
}
