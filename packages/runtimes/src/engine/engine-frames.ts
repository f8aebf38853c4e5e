const headerBytes = 8
const stdout = 1
const stderr = 2

export interface EngineOutput {
  readonly onStdout: (part: Buffer) => void
  readonly onStderr: (part: Buffer) => void
}

/**
 * Takes apart how an engine sends stdout and stderr over one connection: one byte of which it is, three of nothing,
 * the length (4 bytes, big-endian), the bytes. Parts are handed on as they come, none is kept.
 */
export class EngineFrames {
  readonly #output: EngineOutput
  #header: Buffer = Buffer.alloc(0)
  #kind = 0
  #missing = 0

  constructor(output: EngineOutput) {
    this.#output = output
  }

  push(chunk: Buffer): void {
    let rest = chunk
    while (rest.length > 0) rest = this.#missing > 0 ? this.#pass(rest) : this.#readHeader(rest)
  }

  #pass(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.#missing)
    this.#missing -= part.length
    if (this.#kind === stdout) this.#output.onStdout(part)
    else if (this.#kind === stderr) this.#output.onStderr(part)
    return chunk.subarray(part.length)
  }

  #readHeader(chunk: Buffer): Buffer {
    const lacking = headerBytes - this.#header.length
    this.#header = Buffer.concat([this.#header, chunk.subarray(0, lacking)])
    if (this.#header.length === headerBytes) {
      this.#kind = this.#header.readUInt8(0)
      this.#missing = this.#header.readUInt32BE(4)
      this.#header = Buffer.alloc(0)
    }
    return chunk.subarray(lacking)
  }
}
