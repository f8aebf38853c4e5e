import type { Artifact, ArtifactVersion, EvidenceView } from './evidence-view.ts'

export type ArtifactRevision = 'initial' | 'final'

/** The text of a file to read and to quote; undefined if there is no such file in that revision. */
export async function artifactText(
  view: EvidenceView,
  path: string,
  revision: ArtifactRevision,
): Promise<string | undefined> {
  const artifact = (await view.artifacts()).find((candidate) => candidate.path === path)
  const version = artifact?.[revision]
  return version && versionText(view, path, revision, version)
}

/** As {@link artifactText}, of a version already at hand. */
export async function versionText(
  view: EvidenceView,
  path: string,
  revision: ArtifactRevision,
  version: ArtifactVersion,
): Promise<string | undefined> {
  if (version.type === 'symlink') return `symbolic link to ${version.target ?? 'an unknown target'}`
  if (version.type === 'special') return 'special file (device, socket or pipe): it has no content'
  const content = await view.artifactContent(path, revision)
  if (content === undefined) return undefined
  return textOf(content) ?? binaryDescription(content, version)
}

/** How a file of the workspace changed during the run. */
export function changeOf({ initial, final }: Artifact): 'added' | 'removed' | 'changed' | 'unchanged' {
  if (initial === undefined) return 'added'
  if (final === undefined) return 'removed'
  const isSame =
    initial.type === final.type &&
    initial.sizeBytes === final.sizeBytes &&
    initial.hash === final.hash &&
    initial.target === final.target
  return isSame ? 'unchanged' : 'changed'
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

function binaryDescription(content: Uint8Array, { hash }: ArtifactVersion): string {
  return `binary file, ${content.byteLength} bytes${hash === undefined ? '' : `, sha-256 ${hash}`}`
}
