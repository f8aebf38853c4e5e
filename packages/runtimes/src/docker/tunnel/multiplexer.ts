import { encodeFrame, encodeNumber, FrameDecoder, frameTypes, type Frame } from './frame.ts'
import { TunnelStream, type StreamCarrier } from './tunnel-stream.ts'

/** More connections from inside at once than any candidate needs; the rest are refused. */
const maxAccepted = 1024

export interface MultiplexerOptions {
  readonly write: (frame: Buffer) => void
  /** A program inside has connected to a served port. */
  readonly onOpen: (port: number, stream: TunnelStream) => void
  readonly onControl: (payload: Buffer) => void
  /** @param id the ping's that is answered */
  readonly onPong: (id: number) => void
}

/** The host's end of many connections over one pipe. It trusts nothing that comes out of it. */
export class Multiplexer {
  readonly #options: MultiplexerOptions
  readonly #decoder = new FrameDecoder()
  readonly #streams = new Map<number, TunnelStream>()
  readonly #dialling = new Map<number, { accept(): void; refuse(): void }>()
  readonly #carrier: StreamCarrier
  /** Ours are odd, those opened from inside are even. */
  #nextId = 1
  #accepted = 0

  constructor(options: MultiplexerOptions) {
    this.#options = options
    this.#carrier = {
      write: (frame) => options.write(frame),
      release: (id, reset) => {
        if (this.#streams.delete(id) && reset) options.write(encodeFrame(frameTypes.reset, id))
      },
    }
  }

  /** Asks for a connection to a port inside; it is connected once the other end has accepted it. */
  dial(port: number): Dialled {
    const id = this.#nextId
    this.#nextId += 2
    const stream = this.#add(id)
    const connected = new Promise<TunnelStream | undefined>((resolve) => {
      this.#dialling.set(id, { accept: () => resolve(stream), refuse: () => resolve(undefined) })
    })
    stream.once('close', () => this.#dialled(id)?.refuse())
    this.#options.write(encodeNumber(frameTypes.open, id, port))
    return { stream, connected }
  }

  /** @param id the answer carries it */
  ping(id = 0): void {
    this.#options.write(encodeFrame(frameTypes.ping, id))
  }

  control(message: unknown): void {
    this.#options.write(encodeFrame(frameTypes.control, 0, Buffer.from(JSON.stringify(message))))
  }

  /** Bytes from inside. Throws a `RangeError` if they break the rules: then the tunnel is no use any more. */
  receive(chunk: Uint8Array): void {
    for (const frame of this.#decoder.push(chunk)) this.#handle(frame)
  }

  /** Ends every connection. */
  close(error: Error): void {
    for (const stream of this.#streams.values()) stream.destroy(error)
  }

  #handle({ type, id, payload }: Frame): void {
    const stream = this.#streams.get(id)
    switch (type) {
      case frameTypes.open:
        return this.#opened(id, numberIn(payload))
      case frameTypes.accept:
        return this.#dialled(id)?.accept()
      case frameTypes.data:
        if (stream?.receive(payload) === false) throw new RangeError('More was sent than there is room for.')
        return
      case frameTypes.end:
        return stream?.receiveEnd()
      case frameTypes.reset:
        this.#streams.delete(id)
        stream?.destroy(new Error('The connection was reset from inside.'))
        return
      case frameTypes.credit:
        return stream?.receiveCredit(numberIn(payload))
      case frameTypes.ping:
        return this.#options.write(encodeFrame(frameTypes.pong, id))
      case frameTypes.pong:
        return this.#options.onPong(id)
      case frameTypes.control:
        return this.#options.onControl(payload)
    }
  }

  #opened(id: number, port: number): void {
    if (id % 2 === 1 || this.#streams.has(id))
      throw new RangeError(`Stream ${id} cannot be opened from inside.`)
    if (this.#accepted >= maxAccepted) return this.#options.write(encodeFrame(frameTypes.reset, id))
    const stream = this.#add(id)
    this.#accepted += 1
    stream.once('close', () => (this.#accepted -= 1))
    this.#options.onOpen(port, stream)
  }

  #add(id: number): TunnelStream {
    const stream = new TunnelStream(id, this.#carrier)
    this.#streams.set(id, stream)
    return stream
  }

  #dialled(id: number): { accept(): void; refuse(): void } | undefined {
    const dialling = this.#dialling.get(id)
    this.#dialling.delete(id)
    return dialling
  }
}

/** A connection that has been asked for. */
export interface Dialled {
  readonly stream: TunnelStream
  /** Resolves with the stream when it can be used; with undefined if nothing answers. */
  readonly connected: Promise<TunnelStream | undefined>
}

function numberIn(payload: Buffer): number {
  if (payload.length !== 4) throw new RangeError('A frame has no number where one belongs.')
  return payload.readUInt32BE(0)
}
