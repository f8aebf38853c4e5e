import { changeOf, textOf } from './artifact-text.ts'
import type { Artifact, ArtifactVersion, EvidenceView } from './evidence-view.ts'
import { unifiedDiff } from './unified-diff.ts'

/** What the run changed in its workspace, in unified format: all changed files, or one. */
export async function workspaceDiff(view: EvidenceView, artifacts: readonly Artifact[]): Promise<string> {
  const diffs: string[] = []
  for (const artifact of artifacts) {
    // One after the other: each may hold two whole files in memory.
    // oxlint-disable-next-line no-await-in-loop
    if (changeOf(artifact) !== 'unchanged') diffs.push(await artifactDiff(view, artifact))
  }
  return diffs.join('\n')
}

async function artifactDiff(view: EvidenceView, artifact: Artifact): Promise<string> {
  const { path } = artifact
  const before = await comparable(view, path, 'initial', artifact.initial)
  const after = await comparable(view, path, 'final', artifact.final)
  if (before.isText && after.isText) return unifiedDiff(path, before.text, after.text)
  return `--- a/${path}\n+++ b/${path}\nNot compared: not a text file (${changeOf(artifact)}).`
}

type Comparable = { readonly isText: true; readonly text: string | undefined } | { readonly isText: false }

async function comparable(
  view: EvidenceView,
  path: string,
  revision: 'initial' | 'final',
  version: ArtifactVersion | undefined,
): Promise<Comparable> {
  if (version === undefined) return { isText: true, text: undefined }
  if (version.type === 'symlink') return { isText: true, text: `symbolic link to ${version.target ?? ''}\n` }
  if (version.type === 'special') return { isText: false }
  const content = await view.artifactContent(path, revision)
  const text = content && textOf(content)
  return text === undefined ? { isText: false } : { isText: true, text }
}
