import { printableJson } from '../../text/printable-json.ts'
import { quotedName } from '../../text/quoted-name.ts'
import { isBlindedField } from './blind.ts'
import { conversationFacts } from '../transcript/conversations.ts'
import { labelledText, type LabelledSection } from './labelled-text.ts'
import { contradictionFact, type TranscriptToolCall } from '../transcript/transcript.ts'

const deepestLevel = 40

/** A tool call in facts of one line and raw texts. */
export interface ToolCallParts {
  readonly facts: readonly string[]
  readonly sections: readonly LabelledSection[]
}

/** A tool call as text to read and to quote: the strings of its input stand raw, not JSON-escaped. */
export function toolCallText(call: TranscriptToolCall, conversation?: number): string {
  const { facts, sections } = toolCallParts(call, conversation)
  return labelledText(facts, sections)
}

/** Takes a tool call apart into what {@link toolCallText} is made of. */
export function toolCallParts(call: TranscriptToolCall, conversation?: number): ToolCallParts {
  const facts = [`tool ${quotedName(call.name)}`, `status ${call.status}`]
  if (call.exitCode !== undefined) facts.push(`exit code ${call.exitCode}`)
  facts.push(...conversationFacts(conversation))
  const contradiction = contradictionFact(call.contradictedBy)
  if (contradiction !== undefined) facts.push(contradiction)
  const input: FlatInput = { facts, sections: [], blinded: [] }
  if (call.input !== undefined) flatten(call.input, 'input', 1, input)
  if (input.blinded.length > 0) facts.push(`not shown: ${input.blinded.join(', ')}`)
  const sections = [...input.sections]
  if (call.output !== undefined) sections.push({ label: 'output', text: call.output })
  if (call.error !== undefined) sections.push({ label: 'error', text: call.error })
  return { facts, sections }
}

/** A field's name, in JSON's quotes where a reader could take a part of it for something else. */
function fieldName(name: string): string {
  return /^[\p{L}\p{N}_$-]+$/u.test(name) ? name : printableJson(name)
}

interface FlatInput {
  /** Numbers, booleans and null, on one line each. */
  readonly facts: string[]
  readonly sections: LabelledSection[]
  /** Names of fields left out: that there was one is evidence too. */
  readonly blinded: string[]
}

function flatten(value: unknown, label: string, level: number, into: FlatInput): void {
  if (typeof value === 'string') {
    into.sections.push({ label, text: value })
    return
  }
  if (typeof value !== 'object' || value === null) {
    into.facts.push(`${label}: ${String(value)}`)
    return
  }
  if (level > deepestLevel) {
    into.facts.push(`${label}: nested deeper than ${deepestLevel} levels`)
    return
  }
  const entries = Object.entries(value)
  if (entries.length === 0) into.facts.push(`${label}: empty`)
  for (const [name, item] of entries) {
    const path = Array.isArray(value) ? `${label}[${name}]` : `${label}.${fieldName(name)}`
    if (!Array.isArray(value) && isBlindedField(name)) into.blinded.push(path)
    else flatten(item, path, level + 1, into)
  }
}
