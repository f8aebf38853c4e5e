import { artifactText } from './artifact-text.ts'
import type { EvidenceTarget } from '../citation/citation.ts'
import { conversationsOf } from '../transcript/conversations.ts'
import { eventText } from './event-text.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import { measurementText, shownMeasurements } from './measurement-text.ts'
import { messageText } from './message-text.ts'
import { toolCallText } from './tool-call-text.ts'
import { transcriptOf } from '../transcript/transcript.ts'

/**
 * Writes one piece of evidence as text: the judge is served it, and its quotes are matched against it. Undefined if
 * the view holds no such piece.
 */
export async function evidenceText(view: EvidenceView, target: EvidenceTarget): Promise<string | undefined> {
  if (target.kind === 'response') return view.response
  if (target.kind === 'artifact') return artifactText(view, target.path, target.revision)
  // Verifications have not landed: no recording holds one.
  if (target.kind === 'verification') return undefined
  if (target.kind === 'measurement') {
    const measurement = shownMeasurements(view.measurements).find(({ id }) => id === target.id)
    return measurement && measurementText(measurement)
  }
  const events = await view.events()
  const conversations = conversationsOf(events)
  if (target.kind === 'event') {
    const event = events.find(({ seq }) => String(seq) === target.id)
    return event && eventText(event, conversations.get(event.session))
  }
  const transcript = transcriptOf(events)
  if (target.kind === 'message') {
    const message = transcript.messages.find(({ id }) => id === target.id)
    return message && messageText(message, conversations.get(message.session))
  }
  const call = transcript.toolCalls.find(({ id }) => id === target.id)
  return call && toolCallText(call, conversations.get(call.session))
}
