import { expect, test } from 'vitest'
import { changeOf, changeText } from '../view/artifact-change.ts'
import { evidenceSummary } from '../query/evidence-summary.ts'
import { evidenceText } from '../text/evidence-text.ts'
import type { Artifact, ArtifactVersion, EvidenceView } from '../view/evidence-view.ts'
import { sampleView } from '../view/evidence-view.fixture.ts'
import { listedArtifacts } from '../query/listed-evidence.ts'
import { workspaceDiff } from './workspace-diff.ts'

const file = (mode: number, hash = 'a', sizeBytes = 2): ArtifactVersion => ({
  type: 'file',
  sizeBytes,
  mode,
  hash,
})

/** A view of these files, each of which holds its path; what is large must not be asked for. */
function viewOf(artifacts: readonly Artifact[]): EvidenceView {
  return {
    ...sampleView(),
    artifacts: async () => artifacts,
    artifactContent: async (path, revision) => {
      const version = artifacts.find((artifact) => artifact.path === path)?.[revision]
      if ((version?.sizeBytes ?? 0) > 1_000) throw new Error('It was read.')
      return new TextEncoder().encode(`${path} ${version?.hash}\n`)
    },
  }
}

async function diffOf(...artifacts: readonly Artifact[]): Promise<string> {
  return await workspaceDiff(viewOf(artifacts), artifacts)
}

test.each<readonly [string, Omit<Artifact, 'path'>, string]>([
  [
    'another mode alone',
    { initial: file(0o644), final: file(0o755) },
    'diff --git a/f b/f\nold mode 100644\nnew mode 100755',
  ],
  [
    'another mode and other content',
    { initial: file(0o600), final: file(0o4755, 'b') },
    'diff --git a/f b/f\nold mode 100600\nnew mode 104755\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-f a\n+f b',
  ],
  [
    'a program that was added',
    { final: file(0o755) },
    'diff --git a/f b/f\nnew file mode 100755\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+f a',
  ],
  ['a text that was added', { final: file(0o644) }, '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+f a'],
  [
    'a folder that was closed',
    {
      initial: { type: 'directory', sizeBytes: 0, mode: 0o755 },
      final: { type: 'directory', sizeBytes: 0, mode: 0 },
    },
    'diff --git a/f b/f\nold mode 040755\nnew mode 040000',
  ],
  ['nothing', { initial: file(0o644), final: file(0o644) }, ''],
])('shows %s as git does', async (_, versions, diff) => {
  expect(await diffOf({ path: 'f', ...versions })).toBe(diff)
})

test('names another mode in lists and at a glance', async () => {
  const artifact = { path: 'run.sh', initial: file(0o644), final: file(0o755) }
  const view = viewOf([artifact])
  expect(changeOf(artifact)).toBe('changed')
  expect(changeText(artifact)).toBe('changed (mode 644 to 755)')
  expect((await listedArtifacts(view))[0]?.excerpt).toContain('changed (mode 644 to 755), initial: 2 bytes')
  expect(await evidenceSummary(view)).toContain('changed (mode 644 to 755) "run.sh"')
})

const large = file(0o644, 'c'.repeat(64), 3_221_225_472)

test('never reads a file of gigabytes, and says how large it is', async () => {
  const artifact = { path: 'big', final: large }
  expect(await diffOf(artifact)).toBe('--- a/big\n+++ b/big\nNot compared: 3.0 GiB, not shown (added).')
  const target = { kind: 'artifact', path: 'big', revision: 'final' } as const
  expect(await evidenceText(viewOf([artifact]), target)).toBe(
    `file, 3.0 GiB, not shown, sha-256 ${'c'.repeat(64)}`,
  )
})

test('compares no more files than somebody would read, and counts the others', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => ({ path: `f${index}`, final: file(0o644) }))
  const diff = await diffOf(...many)
  expect(diff).toContain('+++ b/f1999')
  expect(diff).not.toContain('+++ b/f2000')
  expect(diff).toContain('Not compared: 500 more changed files. Ask for one by its path.')
  const summary = await evidenceSummary(viewOf(many))
  expect(summary).toContain('changed files: 2500')
  expect(summary).toContain('  and 1500 more')
})

test('takes nothing for removed where the end was not collected', async () => {
  const view: EvidenceView = { ...viewOf([]), isCollected: false }
  expect(await workspaceDiff(view, [])).toContain('could not be collected')
  expect(await evidenceSummary(view)).toContain('changed files: not known')
})
