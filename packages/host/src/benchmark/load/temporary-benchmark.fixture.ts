import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder of files, removed when disposed. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly directory: string
  write(files: Readonly<Record<string, string>>): Promise<void>
}

export async function temporaryFolder(files: Readonly<Record<string, string>>): Promise<TemporaryFolder> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'vitrial-load-')))
  const folder: TemporaryFolder = {
    directory,
    async write(more) {
      for (const [path, text] of Object.entries(more)) {
        await mkdir(dirname(join(directory, path)), { recursive: true })
        await writeFile(join(directory, path), text)
      }
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
  await folder.write(files)
  return folder
}

/** Text of a benchmark.ts on runtime `process` with scripted models, with other settings over it. */
export function benchmarkText(settings: Readonly<Record<string, unknown>> = {}): string {
  const whole = {
    models: ['scripted/careful'],
    judge: { model: 'scripted/judge' },
    placement: { runtime: 'process' },
    ...settings,
  }
  return `export default ${JSON.stringify(whole)}`
}

/** The files of a small benchmark without any fault. */
export const soundFiles = {
  'benchmark.ts': benchmarkText(),
  'scripted/careful.ts': 'export default () => ({ text: "" })',
  'scripted/judge.ts': 'export default () => ({ text: "" })',
  'evals/ask-dialect/prompt.md': 'Write a query.\n',
  'evals/ask-dialect/judge.md': '# SQL\n\n## Metric: asked — Asks\nCategories: sql\n',
} as const
