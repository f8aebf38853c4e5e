import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as othersWork } from 'node:timers/promises'
import { InfrastructureError, LimitReachedError, StoreError } from '@vitrial/core/errors'
import type { Clock, EventSink } from '@vitrial/core/ports'
import {
  recordedEventSchema,
  type Manifest,
  type ModelExchange,
  type NewEvent,
  type RecordedEvent,
  type ToolCallBody,
} from '@vitrial/core/recording'
import type { Redactor } from '@vitrial/core/redaction'
import { Attachments } from './attachments.ts'
import { LineLog } from './line-log.ts'
import { measurementsOf } from './measurements.ts'
import { outputLimits, type OutputLimits } from '../limits/output-limits.ts'
import { OutputMeter } from '../limits/output-meter.ts'
import { readUnsealed } from './read-unsealed.ts'
import { recordingFiles } from './recording-files.ts'
import { redactedPieces } from '../content/redacted-pieces.ts'
import { redactedWords } from './redacted-words.ts'
import { sealRecording, type RecordedResult } from './seal-recording.ts'

export interface OpenRecordingOptions {
  /** The recording's own folder; it is made here and must not be there yet. */
  readonly directory: string
  readonly evalRunId: string
  readonly clock: Pick<Clock, 'now'>
  /** When the run started, in milliseconds since the epoch: where the events' time begins. */
  readonly startedAtMs: number
  /** Takes out of everything what must not be kept. */
  readonly redactor: Redactor
  /** @default {@link outputLimits} */
  readonly limits?: OutputLimits
}

/** Opens the recording of a run that begins. */
export async function openRecording(options: OpenRecordingOptions): Promise<RecordingWriter> {
  const failure = new AbortController()
  const fail = (cause: unknown): void => failure.abort(recordingFailure(options.directory, cause))
  try {
    await mkdir(dirname(options.directory), { recursive: true })
    await mkdir(options.directory)
    const events = await LineLog.create(join(options.directory, recordingFiles.events.raw), fail)
    const traffic = await LineLog.create(join(options.directory, recordingFiles.traffic.raw), fail)
    const attachments = new Attachments(join(options.directory, recordingFiles.attachments), fail)
    return new RecordingWriter(options, { events, traffic, attachments, failure: failure.signal, fail })
  } catch (cause) {
    throw recordingFailure(options.directory, cause)
  }
}

interface RecordingParts {
  readonly events: LineLog
  readonly traffic: LineLog
  readonly attachments: Attachments
  readonly failure: AbortSignal
  /** Says that the recording can no longer be written, and why. */
  readonly fail: (cause: unknown) => void
}

/** A recording while its run goes on. Disposing it without sealing leaves what was recorded, unsealed. */
export class RecordingWriter implements EventSink, AsyncDisposable {
  readonly directory: string
  /** Aborts with an {@link InfrastructureError} if the recording can no longer be written. */
  readonly failure: AbortSignal
  readonly #options: OpenRecordingOptions
  readonly #parts: RecordingParts
  readonly #meter: OutputMeter<keyof OutputLimits>
  readonly #toolCalls = new Map<string, ToolCallBody['status']>()
  #redactor: Redactor
  #lastAtMs = 0
  #isClosed = false
  #isFlushing = false
  #isFlushWanted = false

  constructor(options: OpenRecordingOptions, parts: RecordingParts) {
    this.directory = options.directory
    this.failure = parts.failure
    this.#options = options
    this.#parts = parts
    this.#redactor = options.redactor
    this.#meter = new OutputMeter(options.limits ?? outputLimits, tooMuchOutput)
  }

  /** Aborts with a `LimitReachedError` when there is too much to record. Only what the host itself says is kept then. */
  get limitReached(): AbortSignal {
    return this.#meter.reached
  }

  /** Of all that must not be kept of this run, as far as it is known by now. */
  get redactor(): Redactor {
    return this.#redactor
  }

  keepOut(secret: string): void {
    this.#redactor = this.#redactor.and([secret])
  }

  /** The sequence number of the last event. */
  get checkpoint(): number {
    return this.#parts.events.lines
  }

  emit(event: NewEvent): void {
    this.#requireOpen()
    const { session, source, kind, body } = event
    const isHosts = source === 'host'
    if (this.limitReached.aborted && !isHosts) return
    // The clock of a machine may be set back; the time of a recording never goes back.
    this.#lastAtMs = Math.max(this.#lastAtMs, this.#options.clock.now() - this.#options.startedAtMs)
    const seq = this.checkpoint + 1
    const placed = { seq, atMs: this.#lastAtMs, session, source, kind, body }
    const recorded = recordedEventSchema.safeParse(this.#redactor.value(placed))
    if (!recorded.success) throw invalidEvent(kind, source, recorded.error)
    const line = JSON.stringify(recorded.data)
    if (!isHosts && !this.#meter.takes('events', Buffer.byteLength(line))) return
    this.#parts.events.append(line)
    if (event.kind === 'tool_call') this.#toolCalls.set(event.body.id, event.body.status)
  }

  /** Keeps a model call, whole in the traffic and in short as an event. */
  exchange(exchange: ModelExchange): void {
    this.#requireOpen()
    const line = JSON.stringify(exchange)
    if (!this.#meter.takes('traffic', Buffer.byteLength(line))) return
    this.#parts.traffic.append(line)
    const { callId, durationMs, fate, usage, error } = exchange
    this.emit({
      session: '',
      source: 'gateway',
      kind: 'model_call',
      body: {
        callId,
        status: exchange.response.status,
        durationMs,
        fate,
        ...(usage !== undefined && { usage }),
        ...(exchange.request.leftOut && { leftOut: exchange.request.leftOut }),
        ...(error !== undefined && { error }),
      },
    })
    this.#flushSoon()
  }

  attach(name: string, content: Uint8Array): void {
    this.#requireOpen()
    if (!this.#meter.takes('attachments', content.length)) return
    this.#parts.attachments.keep(this.#redactor.text(name), redactedPieces(piecesOf(content), this.#redactor))
  }

  /** All events so far. */
  async events(): Promise<readonly RecordedEvent[]> {
    this.#requireOpen()
    await this.#guard(this.#parts.events.write())
    const { events } = await readUnsealed(this.directory)
    return events
  }

  /** Makes all that was recorded so far durable. */
  async flush(): Promise<void> {
    this.#requireOpen()
    const { events, traffic, attachments } = this.#parts
    await this.#guard(Promise.all([events.sync(), traffic.sync(), attachments.written()]))
  }

  /** Ends the recording. After that it never changes, and everything but reading it throws. */
  async seal(result: RecordedResult): Promise<Manifest> {
    this.#requireOpen()
    const { events, traffic } = this.#parts
    const names = await this.#guard(this.#close())
    const durationMs = Math.max(0, result.endedAtMs - this.#options.startedAtMs)
    return this.#guard(
      sealRecording({
        directory: this.directory,
        evalRunId: this.#options.evalRunId,
        startedAtMs: this.#options.startedAtMs,
        events: events.lines,
        exchanges: traffic.lines,
        attachments: names,
        measurements: measurementsOf({
          usage: result.usage,
          durationMs,
          toolCalls: this.#toolCalls.values(),
        }),
        result: redactedWords(result, this.#redactor),
      }),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isClosed) await this.#guard(this.#close())
  }

  /**
   * Makes what is there durable without holding anybody up: at once, or together with what comes meanwhile when the
   * disk is still at an earlier flush. A model call is such a boundary: it was paid for, and no power cut may take
   * it back. For 600 trials of three calls each no cost of it could be measured.
   */
  #flushSoon(): void {
    if (this.#isFlushing) {
      this.#isFlushWanted = true
      return
    }
    this.#isFlushing = true
    this.#flushWhileWanted().catch((cause: unknown) => {
      if (!this.#isClosed) this.#parts.fail(cause)
    })
  }

  async #flushWhileWanted(): Promise<void> {
    try {
      do {
        this.#isFlushWanted = false
        await this.flush()
      } while (this.#isFlushWanted && !this.#isClosed)
    } finally {
      this.#isFlushing = false
    }
  }

  async #close(): Promise<readonly string[]> {
    this.#isClosed = true
    const { events, traffic, attachments } = this.#parts
    await Promise.all([events.close(), traffic.close()])
    return attachments.written()
  }

  #requireOpen(): void {
    this.failure.throwIfAborted()
    if (!this.#isClosed) return
    throw new StoreError(
      'VITRIAL_STORE_IMMUTABLE',
      `The recording in ${this.directory} has ended and never changes. Record a new run instead.`,
    )
  }

  async #guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (cause) {
      throw recordingFailure(this.directory, cause)
    }
  }
}

/** So many bytes are redacted in a few milliseconds. */
const bytesAtOnce = 256 * 1024

/** Bytes in pieces, with other work between them. */
async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += bytesAtOnce) {
    yield content.subarray(at, at + bytesAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- what it is about
    await othersWork()
  }
}

function recordingFailure(directory: string, cause: unknown): InfrastructureError {
  if (cause instanceof InfrastructureError) return cause
  return new InfrastructureError(
    'VITRIAL_INFRA_RECORDING',
    `The recording in ${directory} could not be written. Check space and permissions, then run the trial again.`,
    { cause },
  )
}

function tooMuchOutput(tooMuch: string): LimitReachedError {
  return new LimitReachedError(
    'output',
    `The agent hit the limit "output". It gave ${tooMuch} to record. What came then is not recorded.`,
  )
}

function invalidEvent(kind: string, source: string, cause: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_RECORDING',
    `The ${source} gave an event of kind ${kind} that is not as recordings keep it. This is a fault in the ${source}.`,
    { cause },
  )
}
