import type { Duplex } from 'node:stream'
import { InfrastructureError } from '@vitrial/core/errors'
import type { ByteStream, ServedPort } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { z } from 'zod'
import { EngineFrames } from '../../engine/engine-frames.ts'
import { nothingAnswers } from '../../sandbox/sandbox-errors.ts'
import { Multiplexer } from './multiplexer.ts'
import type { TunnelStream } from './tunnel-stream.ts'

/** Between two signs of life. */
const defaultHeartbeatMs = 1_500
/** Heartbeats without an answer after which the relay counts as gone. */
const missedBeats = 12
const answerMs = 30_000
const keptErrorBytes = 4_096

/** What the relay in the sandbox has counted. */
export const limitReportSchema = z.object({
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Directories and files that it could not look into. */
  unread: z.int().nonnegative(),
  oomKills: z.int().nonnegative(),
  refusedForks: z.int().nonnegative(),
})
export type LimitReport = Readonly<z.output<typeof limitReportSchema>>

const messageSchema = z.union([
  z.object({
    answers: z.int(),
    port: z.int().optional(),
    error: z.string().optional(),
    report: limitReportSchema.optional(),
  }),
  z.object({ answers: z.undefined().optional(), report: limitReportSchema }),
])
type Answer = Extract<z.output<typeof messageSchema>, { answers: number }>

interface Question {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export interface TunnelOptions {
  /** The connection to the container's stdin, stdout and stderr. Never paused: an engine may hang on it. */
  readonly pipe: Duplex
  /** @default 1500 */
  readonly heartbeatMs?: number
  readonly onReport: (report: LimitReport) => void
  /** The tunnel has ended, and why in words; called once. */
  readonly onEnd: (reason: string) => void
}

/** The host's end of the way into and out of a sandbox that has no network. */
export class Tunnel implements Disposable {
  readonly #pipe: Duplex
  readonly #multiplexer: Multiplexer
  readonly #options: TunnelOptions
  readonly #served = new Map<number, (stream: TunnelStream) => void>()
  readonly #questions = new Map<number, Question>()
  readonly #signsOfLife = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  readonly #heartbeatMs: number
  readonly #heartbeat: NodeJS.Timeout
  readonly #ready: Promise<void>
  #setReady: () => void = () => undefined
  #setFailed: (error: Error) => void = () => undefined
  #isReady = false
  #unanswered = 0
  #lastQuestion = 0
  #lastSign = 0
  #errorText = ''
  #ended: InfrastructureError | undefined

  constructor(options: TunnelOptions) {
    this.#options = options
    this.#pipe = options.pipe
    this.#ready = new Promise((resolve, reject) => {
      this.#setReady = resolve
      this.#setFailed = reject
    })
    // Nobody may be waiting for it.
    this.#ready.catch(() => undefined)
    this.#multiplexer = new Multiplexer({
      write: (frame) => void this.#pipe.write(frame),
      onOpen: (port, stream) => this.#opened(port, stream),
      onControl: (payload) => this.#control(payload),
      onPong: (id) => this.#pong(id),
    })
    const frames = new EngineFrames({
      onStdout: (part) => this.#received(part),
      onStderr: (part) => (this.#errorText = (this.#errorText + part.toString()).slice(-keptErrorBytes)),
    })
    this.#pipe.on('data', (chunk: Buffer) => frames.push(chunk))
    for (const event of ['end', 'close'] as const)
      this.#pipe.on(event, () => this.#end('The container ended'))
    this.#pipe.on('error', (error) => this.#end(`The connection to the engine broke (${error.message})`))
    this.#heartbeatMs = options.heartbeatMs ?? defaultHeartbeatMs
    this.#heartbeat = setInterval(() => this.#beat(), this.#heartbeatMs)
    this.#beat()
  }

  /** Resolves when the relay has answered; rejects if the tunnel ends before. */
  async ready(): Promise<void> {
    await this.#ready
  }

  async dial(port: number, signal: AbortSignal): Promise<ByteStream> {
    signal.throwIfAborted()
    this.#throwIfEnded()
    const { stream, connected } = this.#multiplexer.dial(port)
    try {
      const connection = await untilAborted(connected, signal)
      if (connection !== undefined) return connection
    } catch (error) {
      stream.destroy()
      throw error
    }
    this.#throwIfEnded()
    throw nothingAnswers(port)
  }

  async serve(port: number, onConnection: (connection: ByteStream) => void): Promise<ServedPort> {
    const answer = await this.#ask({ listen: port })
    const served = answer.port
    if (served === undefined) {
      throw new InfrastructureError(
        'VITRIAL_INFRA_SANDBOX_CONNECTION',
        `Port ${port} could not be opened in the sandbox (${answer.error}). Serve it before anything else runs there.`,
      )
    }
    const streams = new Set<TunnelStream>()
    this.#served.set(served, (stream) => {
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      onConnection(stream)
    })
    return {
      port: served,
      [Symbol.asyncDispose]: async () => {
        this.#served.delete(served)
        for (const stream of streams) stream.destroy()
        // A tunnel that has ended serves nothing either.
        if (this.#ended === undefined) await this.#ask({ unlisten: served }).catch(() => undefined)
      },
    }
  }

  /** Has the relay look at the limits now. */
  async look(signal: AbortSignal): Promise<LimitReport | undefined> {
    return (await untilAborted(this.#ask({ look: true }), signal)).report
  }

  /**
   * Waits for a sign of life that the relay gives after this was called. A container's processes are all told to end at
   * once, so one that still answers has not been told. The heartbeat ends the wait for one that never does.
   */
  async alive(signal: AbortSignal): Promise<void> {
    this.#throwIfEnded()
    this.#lastSign += 1
    const id = this.#lastSign
    const sign = new Promise<void>((resolve, reject) => this.#signsOfLife.set(id, { resolve, reject }))
    this.#multiplexer.ping(id)
    try {
      await untilAborted(sign, signal)
    } finally {
      this.#signsOfLife.delete(id)
    }
  }

  [Symbol.dispose](): void {
    this.#end('The tunnel was closed')
  }

  async #ask(question: Readonly<Record<string, unknown>>): Promise<Answer> {
    this.#throwIfEnded()
    this.#lastQuestion += 1
    const request = this.#lastQuestion
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#questions.set(request, { resolve, reject })
    })
    this.#multiplexer.control({ ...question, request })
    try {
      return await untilAborted(answer, AbortSignal.timeout(answerMs))
    } catch (cause) {
      throw this.#ended ?? lost(`The relay in the sandbox did not answer within ${answerMs} ms`, cause)
    } finally {
      this.#questions.delete(request)
    }
  }

  #received(part: Buffer): void {
    if (this.#ended !== undefined) return
    try {
      this.#multiplexer.receive(part)
    } catch (error) {
      this.#end(`The relay in the sandbox broke the rules of the tunnel (${String(error)})`)
    }
  }

  #opened(port: number, stream: TunnelStream): void {
    const accept = this.#served.get(port)
    if (accept === undefined) stream.destroy()
    else accept(stream)
  }

  #control(payload: Buffer): void {
    const message = messageSchema.parse(JSON.parse(payload.toString()))
    if (message.answers !== undefined) this.#questions.get(message.answers)?.resolve(message)
    if (message.report !== undefined) this.#options.onReport(message.report)
  }

  /** Counted in beats, not in time: a host that was suspended must not take itself for the other side. */
  #beat(): void {
    if (this.#unanswered >= missedBeats) {
      this.#end(`The sandbox was silent for ${(missedBeats * this.#heartbeatMs) / 1000} s`)
      return
    }
    // How long it may take to start is for whoever waits until it is ready.
    if (this.#isReady) this.#unanswered += 1
    this.#multiplexer.ping()
  }

  #pong(id: number): void {
    this.#signsOfLife.get(id)?.resolve()
    this.#unanswered = 0
    this.#isReady = true
    this.#setReady()
  }

  #end(reason: string): void {
    if (this.#ended !== undefined) return
    clearInterval(this.#heartbeat)
    const said = this.#errorText.trim()
    const full = said === '' ? reason : `${reason}; it said: ${said}`
    const error = lost(full)
    this.#ended = error
    this.#setFailed(error)
    this.#multiplexer.close(error)
    for (const waiting of [...this.#questions.values(), ...this.#signsOfLife.values()]) waiting.reject(error)
    this.#pipe.destroy()
    this.#options.onEnd(full)
  }

  #throwIfEnded(): void {
    if (this.#ended !== undefined) throw this.#ended
  }
}

function lost(reason: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError('VITRIAL_INFRA_SANDBOX_LOST', `${reason}. Run it again.`, { cause })
}
