/** A file's content: whole, or in pieces where it is large. */
export type FileContent = Uint8Array | FilePieces

/** Content that nobody holds. It is read once, and before the next entry is asked for: what is left unread then is skipped. */
export interface FilePieces {
  readonly sizeBytes: number
  readonly pieces: AsyncIterable<Uint8Array>
}

/** Content that is larger than this comes in pieces. */
export const wholeContentBytes = 1_048_576

/** Tells how much content there is, read or not. */
export function contentSize(content: FileContent): number {
  return content instanceof Uint8Array ? content.byteLength : content.sizeBytes
}
