import { counted } from '../../text/counted.ts'
import { formatBytes } from '../../text/format-bytes.ts'
import { changeOf, hasSameContent } from '../view/artifact-change.ts'
import { isTooLargeToShow, symlinkText, textOf } from '../view/artifact-content.ts'
import type { Artifact, ArtifactVersion, EvidenceView } from '../view/evidence-view.ts'
import { diffName, unifiedDiff } from './unified-diff.ts'

/** No more is compared than somebody would read; what is left can be asked for by its path. */
const mostFiles = 2_000
const mostCharacters = 8_000_000

/** Writes what the run changed in its workspace, in unified format: all changed files, or one. */
export async function workspaceDiff(view: EvidenceView, artifacts: readonly Artifact[]): Promise<string> {
  if (!view.isCollected) return 'Not compared: the workspace could not be collected at the end.'
  const changed = artifacts.filter((artifact) => changeOf(artifact) !== 'unchanged')
  const diffs: string[] = []
  let characters = 0
  for (const artifact of changed.slice(0, mostFiles)) {
    if (characters > mostCharacters) break
    // One after the other: each may hold two whole files in memory.
    // oxlint-disable-next-line no-await-in-loop
    const diff = await artifactDiff(view, artifact)
    characters += diff.length
    diffs.push(diff)
  }
  const left = changed.length - diffs.length
  if (left > 0) diffs.push(`Not compared: ${counted(left, 'more changed file')}. Ask for one by its path.`)
  return diffs.join('\n')
}

async function artifactDiff(view: EvidenceView, artifact: Artifact): Promise<string> {
  const { path, initial, final } = artifact
  const header = modeLines(artifact)
  if (initial && final && hasSameContent(initial, final)) return header.join('\n')
  return [...header, await contentDiff(view, artifact, path)].join('\n')
}

/** As git writes them, where there is more to say than that a file is there. */
function modeLines({ path, initial, final }: Artifact): readonly string[] {
  const before = initial && modeOf(initial)
  const after = final && modeOf(final)
  if (before === after || after === undefined) return []
  const title = `diff --git ${diffName('a', path)} ${diffName('b', path)}`
  if (before !== undefined) return [title, `old mode ${before}`, `new mode ${after}`]
  return ((final?.mode ?? 0) & 0o111) === 0 ? [] : [title, `new file mode ${after}`]
}

const typeBits = { file: 0o100_000, directory: 0o040_000 } as const

function modeOf({ type, mode }: ArtifactVersion): string | undefined {
  if (mode === undefined || (type !== 'file' && type !== 'directory')) return undefined
  return (typeBits[type] + mode).toString(8).padStart(6, '0')
}

async function contentDiff(view: EvidenceView, artifact: Artifact, path: string): Promise<string> {
  const before = await comparable(view, path, 'initial', artifact.initial)
  const after = await comparable(view, path, 'final', artifact.final)
  if ('text' in before && 'text' in after) return unifiedDiff(path, before.text, after.text)
  const why = [before, after].find((side) => 'why' in side)?.why ?? ''
  return `--- ${diffName('a', path)}\n+++ ${diffName('b', path)}\nNot compared: ${why} (${changeOf(artifact)}).`
}

type Comparable = { readonly text: string | undefined } | { readonly why: string }

async function comparable(
  view: EvidenceView,
  path: string,
  revision: 'initial' | 'final',
  version: ArtifactVersion | undefined,
): Promise<Comparable> {
  if (version === undefined) return { text: undefined }
  if (version.type === 'symlink') return { text: `${symlinkText(version)}\n` }
  if (version.type !== 'file') return { why: 'not a text file' }
  if (isTooLargeToShow(version)) return { why: `${formatBytes(version.sizeBytes)}, not shown` }
  const content = await view.artifactContent(path, revision)
  const text = content && textOf(content)
  return text === undefined ? { why: 'not a text file' } : { text }
}
