import type { RecordedEvent } from '../../recording/event.ts'
import { printableJson } from '../../text/printable-json.ts'
import { blind } from './blind.ts'

/** An event as one line of JSON without session ids and blinded fields. */
export function eventText(event: RecordedEvent, conversation?: number): string {
  const { seq, atMs, source, kind } = event
  return printableJson({
    seq,
    atMs,
    source,
    kind,
    ...(conversation !== undefined && { conversation }),
    body: blind(bodyOf(event)),
  })
}

function bodyOf(event: RecordedEvent): unknown {
  if (event.kind !== 'session_started') return event.body
  const { parentSession, ...rest } = event.body
  return { ...rest, isSubSession: parentSession !== undefined }
}
