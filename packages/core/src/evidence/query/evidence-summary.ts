import type { RecordedEvent } from '../../recording/event.ts'
import { printableJson } from '../../text/printable-json.ts'
import { changeOf, changeText } from '../view/artifact-change.ts'
import type { EvidenceView } from '../view/evidence-view.ts'
import { measurementText, shownMeasurements } from '../text/measurement-text.ts'
import { transcriptOf } from '../transcript/transcript.ts'

/** A view holds so much of each kind: the host's own counts, nothing recorded in words. */
export interface EvidenceIndex {
  readonly state: string
  readonly checkpoint: number
  /** Null if the agent gave no response. */
  readonly responseCharacters: number | null
  readonly messages: number
  readonly tools: number
  readonly events: number
  readonly artifacts: { readonly all: number; readonly changed: number }
  readonly measurements: number
}

/** Counts what a view holds. */
export async function evidenceIndex(view: EvidenceView): Promise<EvidenceIndex> {
  const events = await view.events()
  const transcript = transcriptOf(events)
  const artifacts = await view.artifacts()
  return {
    state: view.state,
    checkpoint: view.checkpoint,
    responseCharacters: view.response?.length ?? null,
    messages: transcript.messages.length,
    tools: transcript.toolCalls.length,
    events: events.length,
    artifacts: {
      all: artifacts.length,
      changed: artifacts.filter((artifact) => changeOf(artifact) !== 'unchanged').length,
    },
    measurements: shownMeasurements(view.measurements).length,
  }
}

/** So many changed files are named at a glance. */
const listedFiles = 1_000

/** A run at a glance, as text. */
export async function evidenceSummary(view: EvidenceView): Promise<string> {
  const events = await view.events()
  const { messages, toolCalls } = transcriptOf(events)
  const changed = (await view.artifacts()).filter((artifact) => changeOf(artifact) !== 'unchanged')
  const lines = [
    `state: ${view.state}${view.isFinal ? '' : ' (the run still goes on)'}`,
    `response: ${view.response === undefined ? 'none' : `${view.response.length} characters`}`,
    `messages: ${messages.length}, ${messages.filter(({ role }) => role === 'assistant').length} of the assistant`,
    `tool calls: ${toolCalls.length}`,
    ...[...toolCounts(toolCalls)].map(([name, count]) => `  ${printableJson(name)}: ${count}`),
    `tool calls that failed: ${toolCalls.filter(hasFailed).length}`,
    ...contradictionLines(events),
    `events: ${events.length}`,
    view.isCollected
      ? `changed files: ${changed.length}`
      : 'changed files: not known, they could not be collected',
    ...changed
      .slice(0, listedFiles)
      .map((artifact) => `  ${changeText(artifact)} ${printableJson(artifact.path)}`),
    ...(changed.length > listedFiles ? [`  and ${changed.length - listedFiles} more`] : []),
    ...shownMeasurements(view.measurements).map(measurementText),
  ]
  return lines.join('\n')
}

/** Says it where there are any: it is rare, and says something of every other line. */
function contradictionLines(events: readonly RecordedEvent[]): readonly string[] {
  const contradictions = events.filter(({ kind }) => kind === 'contradiction')
  if (contradictions.length === 0) return []
  const which = contradictions.slice(0, 5).map(({ seq }) => seq)
  return [
    `contradictions: ${contradictions.length} (events ${which.join(', ')}): the agent's program changed afterwards what had been recorded`,
  ]
}

function toolCounts(calls: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function hasFailed({
  status,
  exitCode,
}: {
  readonly status: string
  readonly exitCode?: number | undefined
}): boolean {
  return status === 'error' || (exitCode !== undefined && exitCode !== 0)
}
