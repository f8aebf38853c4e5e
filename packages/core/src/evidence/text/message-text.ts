import { quotedName } from '../../text/quoted-name.ts'
import { conversationFacts } from '../transcript/conversations.ts'
import { labelledText, type LabelledSection } from './labelled-text.ts'
import { contradictionFact, type TranscriptMessage } from '../transcript/transcript.ts'

/** A message as text to read and to quote. Model and provider are left out. */
export function messageText(message: TranscriptMessage, conversation?: number): string {
  const by = message.agent === undefined ? '' : ` (agent ${quotedName(message.agent)})`
  const sections: LabelledSection[] = [{ label: 'text', text: message.text }]
  if (message.reasoning !== undefined) sections.push({ label: 'reasoning', text: message.reasoning })
  if (message.error !== undefined) sections.push({ label: 'error', text: message.error })
  const contradiction = contradictionFact(message.contradictedBy) ?? []
  return labelledText(
    [`role ${message.role}${by}`, ...conversationFacts(conversation), ...[contradiction].flat()],
    sections,
  )
}
