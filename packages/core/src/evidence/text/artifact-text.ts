import { formatBytes } from '../../text/format-bytes.ts'
import { quotedName } from '../../text/quoted-name.ts'
import { isTooLargeToShow, symlinkText, textOf } from '../view/artifact-content.ts'
import type { Artifact, ArtifactVersion, EvidenceView } from '../view/evidence-view.ts'

export type ArtifactRevision = 'initial' | 'final'

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

function described(kind: string, { sizeBytes, hash }: ArtifactVersion, more = ''): string {
  const named = hash === undefined ? '' : `, sha-256 ${hash}`
  return `${kind}, ${more === '' ? `${sizeBytes} bytes` : formatBytes(sizeBytes)}${more}${named}`
}
