/**
 * The tunnel's frames: one byte of type, a stream's id (4 bytes), the payload's length (4 bytes), the payload; numbers
 * are big-endian. The inner end is the relay, `relay/relay.cjs`.
 *
 * `open` asks for a connection (payload: the port, 4 bytes); `accept` says that it is there. `data`, `end` (this side
 * has ended) and `reset` are a connection's life. `credit` gives the other side room for as many bytes more (4 bytes).
 * `ping` is answered with `pong` of the same id. `control` carries JSON.
 */
export const frameTypes = {
  open: 1,
  accept: 2,
  data: 3,
  end: 4,
  reset: 5,
  credit: 6,
  ping: 7,
  pong: 8,
  control: 9,
} as const
export type FrameType = (typeof frameTypes)[keyof typeof frameTypes]

export interface Frame {
  readonly type: FrameType
  /** 0 for frames of the tunnel itself, but for a `ping` whose own answer is waited for. */
  readonly id: number
  readonly payload: Buffer
}

/** The longest payload of a frame. */
export const maxPayloadBytes = 64 * 1024

const headerBytes = 9
const nothing = Buffer.alloc(0)
const knownTypes: ReadonlySet<number> = new Set(Object.values(frameTypes))

export function encodeFrame(type: FrameType, id: number, payload: Uint8Array = nothing): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + payload.length)
  frame[0] = type
  frame.writeUInt32BE(id, 1)
  frame.writeUInt32BE(payload.length, 5)
  frame.set(payload, headerBytes)
  return frame
}

/** A frame whose payload is one number. */
export function encodeNumber(type: FrameType, id: number, number: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(number)
  return encodeFrame(type, id, payload)
}

/** Cuts frames out of bytes that come in pieces of any size. */
export class FrameDecoder {
  #received: Buffer = nothing;

  /** Yields every frame that is complete. Throws a `RangeError` at what no frame can be. */
  *push(chunk: Uint8Array): Generator<Frame> {
    this.#received = this.#received.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#received, chunk])
    let at = 0
    try {
      for (;;) {
        const frame = this.#frameAt(at)
        if (frame === undefined) return
        at += headerBytes + frame.payload.length
        yield frame
      }
    } finally {
      this.#received = this.#received.subarray(at)
    }
  }

  #frameAt(at: number): Frame | undefined {
    const buffer = this.#received
    if (buffer.length - at < headerBytes) return undefined
    const type = buffer.readUInt8(at)
    const length = buffer.readUInt32BE(at + 5)
    if (!isFrameType(type)) throw new RangeError(`A frame has the unknown type ${type}.`)
    if (length > maxPayloadBytes) throw new RangeError(`A frame of ${length} bytes is too large.`)
    const start = at + headerBytes
    if (buffer.length - start < length) return undefined
    return { type, id: buffer.readUInt32BE(at + 1), payload: buffer.subarray(start, start + length) }
  }
}

function isFrameType(type: number): type is FrameType {
  return knownTypes.has(type)
}
