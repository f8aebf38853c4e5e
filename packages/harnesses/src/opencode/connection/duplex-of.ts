import { Duplex } from 'node:stream'
import type { ByteStream } from '@vitrial/core/ports'

/** A byte pipe as the stream that Node's own HTTP client speaks over. */
export function duplexOf(connection: ByteStream): Duplex {
  if (connection instanceof Duplex) return connection
  const source = connection[Symbol.asyncIterator]()
  let failPendingWrite: ((error: Error) => void) | undefined
  const duplex = new Duplex({
    read() {
      source.next().then(
        (next) => duplex.push(next.done === true ? null : next.value),
        (error: unknown) => duplex.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    write(chunk: Uint8Array, _encoding, done) {
      if (connection.write(chunk)) return done()
      failPendingWrite = done
      connection.once('drain', () => {
        failPendingWrite = undefined
        done()
      })
    },
    final(done) {
      connection.end()
      done()
    },
    destroy(error, done) {
      connection.destroy(error ?? undefined)
      done(error)
    },
  })
  // A pipe that closes never drains.
  connection.once('close', () => failPendingWrite?.(new Error('The connection was closed.')))
  return duplex
}
