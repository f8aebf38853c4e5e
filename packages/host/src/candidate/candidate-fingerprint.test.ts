import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { changedComponents, type Fingerprint } from '@vitrial/core/inputs'
import { expect, test } from 'vitest'
import { judgeFingerprint } from '../judge/judge-fingerprint.ts'
import { loadBenchmark } from '../benchmark/load/load-benchmark.ts'
import {
  benchmarkText,
  soundFiles,
  temporaryFolder,
  type TemporaryFolder,
} from '../benchmark/load/temporary-benchmark.fixture.ts'
import type { AgentParts } from './candidate-agent.ts'
import { candidateFingerprint } from './candidate-fingerprint.ts'
import { freezeSeed } from '../workspace/seed/frozen-seed.ts'

const files = {
  ...soundFiles,
  'scripted/careful.ts': 'export { default } from "./parts/play.ts"\nimport "./parts/tone.json"',
  'scripted/parts/play.ts': 'import { text } from "../../words.ts"\nexport default () => ({ text })',
  'scripted/parts/tone.json': '{}',
  'words.ts': 'export const text = ""',
  'evals/ask-dialect/workspace/src/sum.ts': 'export const sum = 1\n',
}

interface Fingerprints {
  readonly candidate: Fingerprint
  readonly judge: Fingerprint
}

const thisMachine: AgentParts = {
  harness: { agentVersion: async (image) => image?.agentVersion ?? '1.0.0' },
  runtime: { contained: false },
}

async function fingerprintsIn({ directory }: TemporaryFolder, parts = thisMachine): Promise<Fingerprints> {
  const benchmark = await loadBenchmark(directory)
  const [loaded] = benchmark.evals
  if (!loaded) throw new Error('no eval')
  const candidate = await candidateFingerprint({
    parts,
    benchmark,
    eval: loaded,
    model: 'scripted/careful',
    workspaceHash: (await freezeSeed(loaded.workspaceDirectory)).hash,
  })
  return { candidate, judge: await judgeFingerprint({ benchmark, eval: loaded }) }
}

function changes(before: Fingerprints, after: Fingerprints): Record<keyof Fingerprints, readonly string[]> {
  const changed = (key: keyof Fingerprints): readonly string[] => {
    const names = changedComponents(before[key].components, after[key].components)
    expect(before[key].fingerprint === after[key].fingerprint).toBe(names.length === 0)
    return names
  }
  return { candidate: changed('candidate'), judge: changed('judge') }
}

test('is the same wherever a benchmark lies', async () => {
  await using here = await temporaryFolder(files)
  await using elsewhere = await temporaryFolder(files)
  await using links = await temporaryFolder({})
  const directory = join(links.directory, 'link')
  await symlink(elsewhere.directory, directory)
  const there = { ...elsewhere, directory }
  expect(changes(await fingerprintsIn(here), await fingerprintsIn(there))).toEqual({
    candidate: [],
    judge: [],
  })
})

test('is of the image and the agent that run, and not of those of this machine', async () => {
  await using folder = await temporaryFolder(files)
  const inImage = (recipe: string, agentVersion: string): Promise<Fingerprints> => {
    const image = async () => ({ recipe, agentVersion })
    return fingerprintsIn(folder, { ...thisMachine, runtime: { contained: false, image } })
  }
  const before = await inImage('debian', '1.0.0')
  expect(changes(before, await inImage('corp', '1.0.0')).candidate).toEqual(['image'])
  expect(changes(before, await inImage('debian', '1.0.1')).candidate).toEqual(['agentVersion'])
  expect(changes(await fingerprintsIn(folder), before).candidate).toEqual(['image'])
})

test.each([
  { file: 'evals/ask-dialect/prompt.md', text: 'Write two.\n', candidate: ['prompt'], judge: [] },
  {
    file: 'evals/ask-dialect/judge.md',
    text: '# SQL\n\n## Metric: asked — Asks first\n',
    candidate: [],
    judge: ['rubric'],
  },
  {
    file: 'evals/ask-dialect/workspace/src/sum.ts',
    text: 'export const sum = 2\n',
    candidate: ['workspace'],
    judge: [],
  },
  { file: 'evals/ask-dialect/workspace/new.ts', text: '', candidate: ['workspace'], judge: [] },
  {
    file: 'scripted/careful.ts',
    text: 'export default () => ({ text: "x" })',
    candidate: ['scenario'],
    judge: [],
  },
  {
    file: 'scripted/parts/play.ts',
    text: 'export default () => ({ text: "x" })',
    candidate: ['scenario'],
    judge: [],
  },
  { file: 'scripted/parts/tone.json', text: '{ "a": 1 }', candidate: ['scenario'], judge: [] },
  { file: 'words.ts', text: 'export const text = "x"', candidate: ['scenario'], judge: [] },
  { file: 'scripted/careful.ts', text: 'export default (', candidate: ['scenario'], judge: [] },
  {
    file: 'scripted/judge.ts',
    text: 'export default () => ({ text: "x" })',
    candidate: [],
    judge: ['scenario'],
  },
  { file: 'benchmark.ts', text: benchmarkText({ repetitions: 9, concurrency: 3 }), candidate: [], judge: [] },
  {
    file: 'benchmark.ts',
    text: benchmarkText({ judge: { model: 'scripted/judge', timeoutMs: 7 } }),
    candidate: [],
    judge: ['timeout'],
  },
])('an edit of $file changes $candidate of the candidate and $judge of the judge', async (edit) => {
  await using folder = await temporaryFolder(files)
  const before = await fingerprintsIn(folder)
  await folder.write({ [edit.file]: edit.text })
  const { candidate, judge } = edit
  expect(changes(before, await fingerprintsIn(folder))).toEqual({ candidate, judge })
})
