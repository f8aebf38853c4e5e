import type { Artifact, ArtifactVersion } from './evidence-view.ts'

/** Tells how a file of the workspace changed during the run. */
export function changeOf({ initial, final }: Artifact): 'added' | 'removed' | 'changed' | 'unchanged' {
  if (initial === undefined) return 'added'
  if (final === undefined) return 'removed'
  return hasSameContent(initial, final) && initial.mode === final.mode ? 'unchanged' : 'changed'
}

type VersionContent = {
  readonly [K in 'type' | 'sizeBytes' | 'hash' | 'target']?: ArtifactVersion[K] | undefined
}

/** Tells whether two versions differ by their mode at most. */
export function hasSameContent(initial: VersionContent, final: VersionContent): boolean {
  return (
    initial.type === final.type &&
    initial.sizeBytes === final.sizeBytes &&
    initial.hash === final.hash &&
    initial.target === final.target
  )
}

/** Tells a change in words: `added`, `changed`, `changed (mode 644 to 755)`. */
export function changeText(artifact: Artifact): string {
  const before = artifact.initial?.mode
  const after = artifact.final?.mode
  const isOther = before !== undefined && after !== undefined && before !== after
  return `${changeOf(artifact)}${isOther ? ` (mode ${permissions(before)} to ${permissions(after)})` : ''}`
}

function permissions(mode: number): string {
  return mode.toString(8).padStart(3, '0')
}
