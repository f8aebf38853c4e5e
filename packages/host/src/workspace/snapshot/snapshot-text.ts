import { setImmediate as othersWork } from 'node:timers/promises'
import type { Snapshot } from '@vitrial/core/recording'
import { canonicalJson } from '../../content/hashes.ts'

/** A few milliseconds of work for whoever writes or checks them. */
export const entriesAtOnce = 2_000

/**
 * A snapshot as it is kept, the text of {@link canonicalJson}: at once if it is small, else in pieces, and other work
 * may go on between them.
 */
export function snapshotText(snapshot: Snapshot): Uint8Array | AsyncIterable<Uint8Array> {
  return snapshot.entries.length <= entriesAtOnce ? canonicalJson(snapshot) : piecesOf(snapshot)
}

async function* piecesOf({ entries, excluded }: Snapshot): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"entries":[')
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    await othersWork()
    if (at > 0) yield Buffer.from(',')
    // Without its brackets.
    yield canonicalJson(entries.slice(at, at + entriesAtOnce)).subarray(1, -1)
  }
  yield Buffer.from('],"excluded":')
  yield canonicalJson(excluded)
  yield Buffer.from('}')
}
