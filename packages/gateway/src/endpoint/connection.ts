import { Duplex } from 'node:stream'
import type { ByteStream } from '@vitrial/core/ports'

/** What an HTTP server may ask of a socket that a plain stream does not have. */
const socketMethods = ['setTimeout', 'setNoDelay', 'setKeepAlive', 'ref', 'unref'] as const

/** A byte stream as Node's HTTP server takes it. */
export function connectionOf(stream: ByteStream): Duplex {
  const duplex = stream instanceof Duplex ? stream : wrapped(stream)
  for (const method of socketMethods) {
    if (!(method in duplex)) Object.defineProperty(duplex, method, { value: () => duplex })
  }
  return duplex
}

function wrapped(stream: ByteStream): Duplex {
  const incoming = stream[Symbol.asyncIterator]()
  const duplex = new Duplex({
    read() {
      incoming.next().then(
        ({ done, value }) => duplex.push(done ? null : value),
        (error: Error) => duplex.destroy(error),
      )
    },
    write(chunk: Uint8Array, _encoding, written) {
      if (stream.write(chunk)) written()
      else stream.once('drain', () => written())
    },
    final(ended) {
      stream.end()
      ended()
    },
    destroy(error, destroyed) {
      stream.destroy(error ?? undefined)
      destroyed(error)
    },
  })
  stream.once('close', () => duplex.destroy())
  return duplex
}
