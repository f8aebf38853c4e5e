import { TarSource } from './tar-source.ts'
import { extendedRecords, readHeader, type TarHeader } from './tar-header.ts'

const blockBytes = 512
/** Larger than what an engine says of one file, attributes and all. */
const mostExtensionBytes = 4 * 1_048_576

/** One entry of an archive. Names are bytes, since not every name is text. */
export interface TarEntry {
  readonly type: TarHeader['type']
  readonly name: Buffer
  /** What a link leads to, or of what a hard link is a further name. */
  readonly linkName: Buffer
  readonly mode: number
  readonly sizeBytes: number
  /** To be read before the next entry is asked for; what is left is skipped. */
  readonly content: AsyncIterable<Buffer>
}

/**
 * Reads a tar archive as it comes, holding one piece at a time: POSIX with its extended headers, and GNU's long names.
 *
 * @throws what the source throws, or an error that says what is wrong with the archive.
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = new TarSource(chunks)
  let extensions: Extensions = {}
  for (;;) {
    const block = await source.take(blockBytes)
    if (block === undefined || isEnd(block)) return
    const header = readHeader(block)
    const padding = -header.sizeBytes & (blockBytes - 1)
    const extension = extensionOf[header.flag]
    if (extension !== undefined) {
      if (header.sizeBytes > mostExtensionBytes)
        throw new Error('The archive has a header that is too large.')
      const body = await source.take(header.sizeBytes)
      await source.skip(padding)
      extensions = { ...extensions, ...extension(body ?? Buffer.alloc(0)) }
      continue
    }
    // What has no content keeps none, whatever size it is said to have.
    const entry = { ...header, ...extensions, ...(header.type !== 'file' && { sizeBytes: header.sizeBytes }) }
    extensions = {}
    const remainder = { bytes: entry.sizeBytes }
    yield { ...entry, content: contentOf(source, remainder) }
    await source.skip(remainder.bytes + (-entry.sizeBytes & (blockBytes - 1)))
  }
}

type Extensions = Partial<Pick<TarHeader, 'name' | 'linkName' | 'sizeBytes'>>

/** What comes before an entry and says more of it, by its type flag. Global headers say nothing of files. */
const extensionOf: Readonly<Record<string, (body: Buffer) => Extensions>> = {
  x: extendedRecords,
  g: () => ({}),
  L: (body) => ({ name: untilZero(body) }),
  K: (body) => ({ linkName: untilZero(body) }),
}

async function* contentOf(source: TarSource, remainder: { bytes: number }): AsyncGenerator<Buffer> {
  while (remainder.bytes > 0) {
    const piece = await source.some(remainder.bytes)
    remainder.bytes -= piece.length
    yield piece
  }
}

function isEnd(block: Buffer): boolean {
  return block.every((byte) => byte === 0)
}

function untilZero(body: Buffer): Buffer {
  const end = body.indexOf(0)
  return end === -1 ? body : body.subarray(0, end)
}
