import { setImmediate as othersWork } from 'node:timers/promises'
import type { Snapshot } from '@vitrial/core'
import { canonicalJson } from './evidence-hash.ts'

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
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    await othersWork()
    const list = textOf(entries.slice(at, at + entriesAtOnce))
    yield Buffer.from(`${at === 0 ? '{"entries":[' : ','}${list.slice(1, -1)}`)
  }
  yield Buffer.from(`],"excluded":${textOf(excluded)}}`)
}

function textOf(list: readonly unknown[]): string {
  return Buffer.from(canonicalJson(list)).toString()
}
