import { formatBytes } from '../../text/format-bytes.ts'
import { quotedName } from '../../text/quoted-name.ts'
import type { Artifact, ArtifactVersion, EvidenceView } from '../view/evidence-view.ts'

export type ArtifactRevision = 'initial' | 'final'

/** Nobody reads through a larger file in pages, and it is never held: it is named by its size. */
const mostShownBytes = 16 * 1_048_576

/** The text of a file to read and to quote; undefined if there is no such file in that revision. */
export async function artifactText(
  view: EvidenceView,
  path: string,
  revision: ArtifactRevision,
): Promise<string | undefined> {
  const artifact = artifactOf(await view.artifacts(), path)
  const version = artifact?.[revision]
  return artifact && version && versionText(view, artifact.path, revision, version)
}

/** The file of a path as it is, or as evidence quotes it. */
export function artifactOf(artifacts: readonly Artifact[], path: string): Artifact | undefined {
  return (
    artifacts.find((artifact) => artifact.path === path) ??
    artifacts.find((artifact) => path.startsWith('"') && quotedName(artifact.path) === path)
  )
}

/** As {@link artifactText}, of a version already at hand. */
export async function versionText(
  view: EvidenceView,
  path: string,
  revision: ArtifactRevision,
  version: ArtifactVersion,
): Promise<string | undefined> {
  if (version.type === 'symlink') return symlinkText(version)
  if (version.type === 'special') return 'special file (device, socket or pipe): it has no content'
  if (version.type === 'directory') return 'folder'
  if (isTooLargeToShow(version)) return described('file', version, ', not shown')
  const content = await view.artifactContent(path, revision)
  if (content === undefined) return undefined
  return textOf(content) ?? described('binary file', version)
}

/** Whether a file's content is left aside. */
export function isTooLargeToShow({ sizeBytes }: ArtifactVersion): boolean {
  return sizeBytes > mostShownBytes
}

/** What stands for the content of a symlink. */
export function symlinkText({ target }: ArtifactVersion): string {
  return `symbolic link to ${target === undefined ? 'an unknown target' : quotedName(target)}`
}

/** How a file of the workspace changed during the run. */
export function changeOf({ initial, final }: Artifact): 'added' | 'removed' | 'changed' | 'unchanged' {
  if (initial === undefined) return 'added'
  if (final === undefined) return 'removed'
  return hasSameContent(initial, final) && initial.mode === final.mode ? 'unchanged' : 'changed'
}

type VersionContent = {
  readonly [K in 'type' | 'sizeBytes' | 'hash' | 'target']?: ArtifactVersion[K] | undefined
}

/** Whether two versions differ by their mode at most. */
export function hasSameContent(initial: VersionContent, final: VersionContent): boolean {
  return (
    initial.type === final.type &&
    initial.sizeBytes === final.sizeBytes &&
    initial.hash === final.hash &&
    initial.target === final.target
  )
}

/** A change in words: `added`, `changed`, `changed (mode 644 to 755)`. */
export function changeText(artifact: Artifact): string {
  const before = artifact.initial?.mode
  const after = artifact.final?.mode
  const isOther = before !== undefined && after !== undefined && before !== after
  return `${changeOf(artifact)}${isOther ? ` (mode ${permissions(before)} to ${permissions(after)})` : ''}`
}

function permissions(mode: number): string {
  return mode.toString(8).padStart(3, '0')
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

function described(kind: string, { sizeBytes, hash }: ArtifactVersion, more = ''): string {
  const named = hash === undefined ? '' : `, sha-256 ${hash}`
  return `${kind}, ${more === '' ? `${sizeBytes} bytes` : formatBytes(sizeBytes)}${more}${named}`
}
