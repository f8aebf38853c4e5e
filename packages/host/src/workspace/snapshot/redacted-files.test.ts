import type { DownloadedEntry } from '@vitrial/core/ports'
import { createRedactor } from '@vitrial/core/redaction'
import { expect, test } from 'vitest'
import { redactedFiles } from './redacted-files.ts'

const key = 'sk-real/4f7a+9c20d1'

async function* piecesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function* given(): AsyncGenerator<DownloadedEntry> {
  const file = { type: 'file', mode: 0o644 } as const
  yield { ...file, path: 'plain.txt', content: Buffer.from('nothing') }
  yield { ...file, path: 'key.txt', content: Buffer.from(`key=${encodeURIComponent(key)};`) }
  yield { ...file, path: encodeURIComponent(key), content: Buffer.from('') }
  yield { type: 'symlink', path: 'a', target: `/x/${Buffer.from(key).toString('hex')}` }
  const hole = '\0'.repeat(100_000)
  const content = {
    sizeBytes: 1,
    pieces: piecesOf(hole, hole, key.slice(0, 7), key.slice(7), hole, hole, 'end'),
  }
  yield { ...file, path: 'large.bin', content }
  yield {
    ...file,
    path: 'other.bin',
    content: { sizeBytes: 1, pieces: piecesOf(hole, hole, key.slice(0, 5)) },
  }
  yield { type: 'link', path: 'b', target: encodeURIComponent(key) }
  yield { type: 'directory', path: 'folder', mode: 0o755 }
}

test('keeps files without the secrets in them, and tells which', async () => {
  const redacted: string[] = []
  const kept: unknown[] = []
  for await (const entry of redactedFiles(given(), createRedactor([key]), (path) => redacted.push(path))) {
    if (entry.type !== 'file') kept.push([entry.path, 'target' in entry ? entry.target : entry.type])
    else if (entry.content instanceof Uint8Array)
      kept.push([entry.path, Buffer.from(entry.content).toString()])
    else {
      const pieces: Uint8Array[] = []
      for await (const piece of entry.content.pieces) pieces.push(piece)
      kept.push([
        entry.path,
        Buffer.concat(pieces)
          .toString()
          .replaceAll(/\0+/g, ({ length }) => `<${length}>`),
      ])
    }
  }
  expect(kept).toEqual([
    ['plain.txt', 'nothing'],
    ['key.txt', 'key=[redacted];'],
    ['[redacted]', ''],
    ['a', '/x/[redacted]'],
    ['large.bin', '<200000>[redacted]<200000>end'],
    ['other.bin', `<200000>${key.slice(0, 5)}`],
    ['b', '[redacted]'],
    ['folder', 'directory'],
  ])
  expect(redacted).toEqual(['key.txt', '[redacted]', 'a', 'large.bin'])
})
