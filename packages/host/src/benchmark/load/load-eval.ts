import { parseRubric, type Rubric } from '@vitrial/core/rubric'
import { parseEvalSettings, unlandedEvalSettings, type EvalSettings } from '@vitrial/core/settings'
import { basename, join } from 'node:path'
import { leavingLinks } from '../../workspace/seed/leaving-links.ts'
import { loadModule } from './load-module.ts'
import type { LoadProblems } from './load-problems.ts'
import type { LoadedEval } from '../loaded-benchmark.ts'
import { moduleFile } from './module-file.ts'
import { kindAt, readTextIfThere } from './read-if-there.ts'

/** An eval's folder on its way to a {@link LoadedEval}. */
export interface EvalFolder {
  /** Absolute path. */
  readonly directory: string
  readonly problems: LoadProblems
  /** How a file is named in errors. */
  readonly show: (file: string) => string
}

/** An eval, and the modules it was read from. */
export interface EvalWithSources {
  readonly loaded: LoadedEval
  readonly sourceFiles: readonly string[]
}

/** Reads an eval's folder. What is wrong goes to the folder's problems, and then the answer is undefined. */
export async function loadEval(folder: EvalFolder): Promise<EvalWithSources | undefined> {
  const id = checkId(folder)
  const prompt = await loadPrompt(folder)
  const rubric = await loadRubric(folder)
  const settings = await loadSettings(folder)
  const workspaceDirectory = await findWorkspace(folder)
  if (id === undefined || prompt === undefined || rubric === undefined || settings === undefined)
    return undefined
  return {
    loaded: {
      id,
      directory: folder.directory,
      prompt,
      promptFile: promptFile(folder),
      rubric,
      rubricFile: rubricFile(folder),
      ...(workspaceDirectory !== undefined && { workspaceDirectory }),
      settings: settings.settings,
    },
    sourceFiles: settings.files,
  }
}

function promptFile(folder: EvalFolder): string {
  return join(folder.directory, 'prompt.md')
}

function rubricFile(folder: EvalFolder): string {
  return join(folder.directory, 'judge.md')
}

function checkId({ directory, problems, show }: EvalFolder): string | undefined {
  const id = basename(directory)
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) return id
  const message =
    `${JSON.stringify(id)} is not an eval id. ` +
    'Rename the folder: letters, digits, ".", "_" and "-", beginning with a letter or digit.'
  problems.report('VITRIAL_EVAL_ID_INVALID', message, { file: show(directory) })
  return undefined
}

async function loadPrompt(folder: EvalFolder): Promise<string | undefined> {
  const { problems, show } = folder
  const file = show(promptFile(folder))
  return problems.collect(async () => {
    const prompt = await readTextIfThere(promptFile(folder), file)
    if (prompt === undefined) {
      const message = `Eval "${basename(folder.directory)}" has no prompt. Write the task into prompt.md.`
      problems.report('VITRIAL_PROMPT_MISSING', message, { file })
      return undefined
    }
    if (prompt.replace(/^\uFEFF/, '').trim() !== '') return prompt
    problems.report('VITRIAL_PROMPT_EMPTY', 'The prompt is empty. Write the task: it is sent verbatim.', {
      file,
    })
    return undefined
  })
}

async function loadRubric(folder: EvalFolder): Promise<Rubric | undefined> {
  const { directory, problems, show } = folder
  const file = show(rubricFile(folder))
  const codeJudge = await moduleFile(directory, 'judge')
  if (codeJudge !== undefined) {
    const message =
      'Code judges (judge.ts) are not supported yet by this version of Vitrial. Grade by judge.md and remove it.'
    problems.report('VITRIAL_SETTING_NOT_LANDED', message, { file: show(codeJudge) })
  }
  return problems.collect(async () => {
    const text = await readTextIfThere(rubricFile(folder), file)
    if (text !== undefined) return parseRubric(text, file)
    if (codeJudge !== undefined) return undefined
    const message =
      `Eval "${basename(directory)}" has nothing to be graded by. Write judge.md with a heading such as ` +
      '"## Metric: some_id — What it requires".'
    problems.report('VITRIAL_JUDGE_FILE_MISSING', message, { file })
    return undefined
  })
}

interface EvalModule {
  readonly settings: EvalSettings
  readonly files: readonly string[]
}

async function loadSettings({ directory, problems, show }: EvalFolder): Promise<EvalModule | undefined> {
  const file = await moduleFile(directory, 'eval')
  if (file === undefined) return { settings: parseEvalSettings({}, 'eval.ts'), files: [] }
  const shownAs = show(file)
  return problems.collect(async () => {
    const { exports, files } = await loadModule(file, shownAs)
    const settings = parseEvalSettings(exports['default'], shownAs)
    for (const { key, message } of unlandedEvalSettings(settings)) {
      problems.report('VITRIAL_SETTING_NOT_LANDED', message, { file: shownAs, key })
    }
    return { settings, files }
  })
}

async function checkLinks(
  workspace: string,
  { problems, show }: Pick<EvalFolder, 'problems' | 'show'>,
): Promise<void> {
  for (const { path, target } of await leavingLinks(workspace)) {
    const message =
      `The link ${path} leads out of the workspace, to ${target}. Let it lead to something in there, or put what it ` +
      'leads to in its place: a candidate is given the workspace and nothing else.'
    problems.report('VITRIAL_WORKSPACE_INVALID', message, { file: show(join(workspace, path)) })
  }
}

async function findWorkspace({ directory, problems, show }: EvalFolder): Promise<string | undefined> {
  const workspace = join(directory, 'workspace')
  const kind = await kindAt(workspace)
  if (kind === 'directory') {
    await problems.collect(() => checkLinks(workspace, { problems, show }))
    return workspace
  }
  if (kind !== undefined) {
    const message = 'The workspace is not a folder. Make it one: the candidate starts with the files in it.'
    problems.report('VITRIAL_WORKSPACE_INVALID', message, { file: show(workspace) })
  }
  return undefined
}
