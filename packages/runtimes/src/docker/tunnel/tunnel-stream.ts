import { Duplex } from 'node:stream'
import type { ByteStream } from '@vitrial/core/ports'
import { encodeFrame, encodeNumber, frameTypes, maxPayloadBytes } from './frame.ts'

/** Bytes that one side may send before the other has taken them. */
export const windowBytes = 256 * 1024

/** What a stream does to its tunnel. */
export interface StreamCarrier {
  write(frame: Buffer): void
  /** The stream is over; `reset` if the other side has to be told. */
  release(id: number, reset: boolean): void
}

/** One connection in the tunnel: it sends as far as it has credit, and gives credit as it is read. */
export class TunnelStream extends Duplex implements ByteStream {
  readonly #id: number
  readonly #carrier: StreamCarrier
  readonly #unread: (Buffer | null)[] = []
  #isWanted = false
  #credit = windowBytes
  /** Bytes the other side may still send. */
  #room = windowBytes
  /** Bytes that were read and not yet given back. */
  #owed = 0
  #unsent: { rest: Buffer; readonly done: (error?: Error | null) => void } | undefined
  #gotEnd = false
  #sentEnd = false

  constructor(id: number, carrier: StreamCarrier) {
    super({ allowHalfOpen: true })
    this.#id = id
    this.#carrier = carrier
    // Reading to the end must leave the other direction open, as a ByteStream promises.
    const iterate = (): AsyncIterator<Buffer> => this.iterator({ destroyOnReturn: false })
    Object.defineProperty(this, Symbol.asyncIterator, { value: iterate })
    // Whoever reads or writes sees the error there; without a listener it would end the host.
    this.on('error', () => {})
  }

  /** Bytes from the other side. False if it sent more than it may. */
  receive(payload: Buffer): boolean {
    this.#room -= payload.length
    if (this.#room < 0) return false
    if (this.#gotEnd || this.destroyed) return true
    this.#unread.push(Buffer.from(payload))
    this.#flush()
    return true
  }

  receiveEnd(): void {
    if (this.#gotEnd) return
    this.#gotEnd = true
    this.#unread.push(null)
    this.#flush()
  }

  receiveCredit(bytes: number): void {
    this.#credit += bytes
    this.#send()
  }

  override _read(): void {
    this.#isWanted = true
    this.#flush()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#unsent = { rest: chunk, done }
    this.#send()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#sentEnd = true
    this.#carrier.write(encodeFrame(frameTypes.end, this.#id))
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#carrier.release(this.#id, !(this.#gotEnd && this.#sentEnd))
    const unsent = this.#unsent
    this.#unsent = undefined
    unsent?.done(error ?? new Error('The connection was closed.'))
    done(error)
  }

  #flush(): void {
    while (this.#isWanted && this.#unread.length > 0) {
      const chunk = this.#unread.shift() ?? null
      if (chunk !== null) this.#giveBack(chunk.length)
      this.#isWanted = this.push(chunk)
    }
  }

  #giveBack(bytes: number): void {
    this.#owed += bytes
    if (this.#owed < windowBytes / 4) return
    this.#room += this.#owed
    this.#carrier.write(encodeNumber(frameTypes.credit, this.#id, this.#owed))
    this.#owed = 0
  }

  #send(): void {
    for (let unsent = this.#unsent; unsent !== undefined && this.#credit > 0; unsent = this.#unsent) {
      const part = unsent.rest.subarray(0, Math.min(this.#credit, maxPayloadBytes))
      this.#carrier.write(encodeFrame(frameTypes.data, this.#id, part))
      this.#credit -= part.length
      unsent.rest = unsent.rest.subarray(part.length)
      if (unsent.rest.length > 0) continue
      this.#unsent = undefined
      unsent.done()
    }
  }
}
