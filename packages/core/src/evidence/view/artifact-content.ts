import { quotedName } from '../../text/quoted-name.ts'
import type { ArtifactVersion } from './evidence-view.ts'

/** Nobody reads through a larger file in pages, and it is never held: it is named by its size. */
const mostShownBytes = 16 * 1_048_576

/** Whether a file's content is left aside. */
export function isTooLargeToShow({ sizeBytes }: ArtifactVersion): boolean {
  return sizeBytes > mostShownBytes
}

/** What stands for the content of a symlink. */
export function symlinkText({ target }: ArtifactVersion): string {
  return `symbolic link to ${target === undefined ? 'an unknown target' : quotedName(target)}`
}

/** The bytes as UTF-8; undefined if they are not text. */
export function textOf(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    // A fatal decoder throws for bytes that are not UTF-8, which is the question asked here.
    return undefined
  }
}
