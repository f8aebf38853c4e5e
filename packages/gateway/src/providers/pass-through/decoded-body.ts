import type { IncomingMessage } from 'node:http'
import { pipeline, type Duplex, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

const gzipMagic = Buffer.from([0x1f, 0x8b])

/**
 * A provider's body as the text that it is, also where it is compressed though `identity` was asked for: in what cannot be
 * read no key would be seen.
 *
 * @throws an error that says in what encoding it is, if that is not known or the bytes are no text.
 */
export async function* decodedBody(response: IncomingMessage): AsyncGenerator<Buffer> {
  const text = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of await decompressed(response)) {
    const bytes: Buffer = chunk
    checkText(text, bytes)
    yield bytes
  }
  checkText(text)
}

async function decompressed(response: IncomingMessage): Promise<Readable> {
  const named = (response.headers['content-encoding'] ?? '').toLowerCase().split(',')
  const encodings = named.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity')
  let body: Readable = response
  for (const encoding of encodings.toReversed()) {
    const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
    if (!decoder) {
      response.destroy()
      throw new Error(`Its content encoding ${JSON.stringify(encoding)} is not known`)
    }
    // Its end, good or bad, is seen by whoever reads the decoder.
    body = pipeline(body, decoder, () => undefined)
  }
  return body
}

function checkText(decoder: InstanceType<typeof TextDecoder>, bytes?: Buffer): void {
  if (bytes?.subarray(0, 2).equals(gzipMagic)) throw new Error('It is compressed and does not say so')
  try {
    decoder.decode(bytes, { stream: bytes !== undefined })
  } catch (cause) {
    throw new Error('It is not text in UTF-8', { cause })
  }
}
