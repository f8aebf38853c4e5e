import { InfrastructureError } from '@vitrial/core/errors'
import type { RedactingStream, Redactor } from '@vitrial/core/redaction'
import { RedactingChunks } from './redacting-chunks.ts'

/** No event comes near. More cannot be looked through as a whole, so it is not passed on. */
const mostEventBytes = 32 * 1024 * 1024

const newline = 0x0a
const carriageReturn = 0x0d

/**
 * Redacts an answer in server-sent events on its way: each event, and what an agent puts together from the pieces of
 * many. An event in which there is nothing goes on as it came.
 */
export function createRedactingAnswer(redactor: Redactor): RedactingStream {
  const chunks = new RedactingChunks(redactor)
  let open: Uint8Array[] = []
  let openBytes = 0
  let lineBytes = 0
  let lastByte = 0
  let hasRedacted = false

  const close = (): Uint8Array => {
    const event = Buffer.concat(open)
    open = []
    openBytes = 0
    const text = event.toString('utf8')
    const redacted = chunks.event(text)
    hasRedacted ||= redacted !== text
    return redacted === text ? event : Buffer.from(redacted)
  }
  const keep = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    openBytes += bytes.length
    if (openBytes > mostEventBytes) {
      throw new InfrastructureError(
        'VITRIAL_INFRA_PROVIDER',
        `An event of the answer has more than ${mostEventBytes} bytes.`,
      )
    }
    open.push(bytes)
    lastByte = bytes.at(-1) ?? 0
  }

  return {
    get hasRedacted() {
      return hasRedacted
    },
    push(bytes) {
      const out: Uint8Array[] = []
      let from = 0
      let at = bytes.indexOf(newline)
      for (let line = 0; at !== -1; line = at + 1, at = bytes.indexOf(newline, line)) {
        const before = at > line ? bytes[at - 1] : lastByte
        const length = lineBytes + at - line
        lineBytes = 0
        const isBlank = length === 0 || (length === 1 && before === carriageReturn)
        if (!isBlank) continue
        keep(bytes.subarray(from, at + 1))
        out.push(close())
        from = at + 1
      }
      lineBytes += bytes.length - (bytes.lastIndexOf(newline) + 1)
      keep(bytes.subarray(from))
      return Buffer.concat(out)
    },
    flush() {
      const last = open.length > 0 ? close() : Buffer.alloc(0)
      return Buffer.concat([last, Buffer.from(chunks.end())])
    },
  }
}
