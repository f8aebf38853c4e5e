import { codePointBoundary } from '../../text/code-point-boundary.ts'
import { changeOf, changeText } from '../view/artifact-change.ts'
import type { EvidenceTarget } from '../citation/citation.ts'
import { conversationsOf } from '../transcript/conversations.ts'
import type { ListedEvidence } from './evidence-page.ts'
import { eventText } from '../text/event-text.ts'
import type { Artifact, ArtifactVersion, EvidenceView } from '../view/evidence-view.ts'
import { measurementText, shownMeasurements } from '../text/measurement-text.ts'
import { messageText } from '../text/message-text.ts'
import { toolCallText } from '../text/tool-call-text.ts'
import { transcriptOf } from '../transcript/transcript.ts'

/** Up to this length an entry is listed whole. */
const wholeCharacters = 1_500
/** How much of a longer one is shown. */
const excerptCharacters = 1_000

export async function listedMessages(view: EvidenceView): Promise<readonly ListedEvidence[]> {
  const events = await view.events()
  const conversations = conversationsOf(events)
  return transcriptOf(events).messages.map((message) =>
    listed({ kind: 'message', id: message.id }, messageText(message, conversations.get(message.session))),
  )
}

export async function listedToolCalls(view: EvidenceView): Promise<readonly ListedEvidence[]> {
  const events = await view.events()
  const conversations = conversationsOf(events)
  return transcriptOf(events).toolCalls.map((call) =>
    listed({ kind: 'tool', id: call.id }, toolCallText(call, conversations.get(call.session))),
  )
}

export async function listedEvents(view: EvidenceView): Promise<readonly ListedEvidence[]> {
  const events = await view.events()
  const conversations = conversationsOf(events)
  return events.map((event) =>
    listed({ kind: 'event', id: String(event.seq) }, eventText(event, conversations.get(event.session))),
  )
}

export async function listedMeasurements(view: EvidenceView): Promise<readonly ListedEvidence[]> {
  return shownMeasurements(view.measurements).map((measurement) =>
    listed({ kind: 'measurement', id: measurement.id }, measurementText(measurement)),
  )
}

/** Files without their content, changed ones first. */
export async function listedArtifacts(view: EvidenceView): Promise<readonly ListedEvidence[]> {
  const artifacts = await view.artifacts()
  const changed = artifacts.filter((artifact) => changeOf(artifact) !== 'unchanged')
  const unchanged = artifacts.filter((artifact) => changeOf(artifact) === 'unchanged')
  return [...changed, ...unchanged].map((artifact) => ({
    target: {
      kind: 'artifact',
      path: artifact.path,
      revision: artifact.final === undefined ? 'initial' : 'final',
    },
    excerpt: artifactLine(artifact),
  }))
}

function listed(target: EvidenceTarget, text: string): ListedEvidence {
  if (text.length <= wholeCharacters) return { target, excerpt: text }
  const end = codePointBoundary(text, excerptCharacters)
  return { target, excerpt: text.slice(0, end), omitted: text.length - end }
}

function artifactLine(artifact: Artifact): string {
  const { initial, final } = artifact
  return `${changeText(artifact)}, initial: ${sizeOf(initial)}, final: ${sizeOf(final)}`
}

function sizeOf(version: ArtifactVersion | undefined): string {
  if (version === undefined) return 'absent'
  return version.type === 'file' ? `${version.sizeBytes} bytes` : version.type
}
