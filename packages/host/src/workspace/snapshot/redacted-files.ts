import type { DownloadedEntry } from '@vitrial/core/ports'
import type { Redactor } from '@vitrial/core/redaction'
import { redactedPieces } from '../../content/redacted-pieces.ts'

/**
 * Files as they may be kept: without secrets in contents, names and targets of links.
 *
 * @param onRedacted is given the path of each that held one.
 */
export async function* redactedFiles(
  entries: AsyncIterable<DownloadedEntry>,
  redactor: Redactor,
  onRedacted: (path: string) => void,
): AsyncGenerator<DownloadedEntry> {
  for await (const entry of entries) {
    const path = redactor.text(entry.path)
    const told = (isRedacted: boolean): void => {
      if (isRedacted) onRedacted(path)
    }
    told(path !== entry.path)
    if (entry.type === 'symlink' || entry.type === 'link') {
      const target = redactor.text(entry.target)
      if (entry.type === 'symlink') told(target !== entry.target)
      yield { ...entry, path, target }
    } else if (entry.type !== 'file') yield { ...entry, path }
    else if (entry.content instanceof Uint8Array) {
      const content = redactor.bytes(entry.content)
      told(content !== entry.content)
      yield { ...entry, path, content }
    } else {
      const { sizeBytes, pieces } = entry.content
      yield { ...entry, path, content: { sizeBytes, pieces: redactedPieces(pieces, redactor, told) } }
    }
  }
}
