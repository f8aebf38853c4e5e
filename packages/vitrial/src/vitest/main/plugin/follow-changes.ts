import type { TestProject, Vitest } from 'vitest/node'
import { affectedTests } from './affected-tests.ts'
import type { EvalsProject } from '../session/evals-project.ts'

export interface FollowedProject {
  readonly vitest: Vitest
  readonly testProject: TestProject
  readonly project: EvalsProject
}

/**
 * Tells Vitest which tests a change of a benchmark's file concerns: in watch mode, for `--changed` and for
 * `vitest related`. Vitest itself knows imports only, and nobody imports a rubric or a workspace.
 */
export async function followChanges({ vitest, testProject, project }: FollowedProject): Promise<void> {
  vitest.config.watchTriggerPatterns ??= []
  vitest.config.watchTriggerPatterns.push({
    // Only what lies in an eval's folder: after an answer Vitest does not look for importers any more.
    pattern: /\/evals\//,
    testsToRun: (file) => {
      const affected = affectedTests(project, file, project.testFiles)
      // Makes Vitest know the prompt.md of a new folder as a test file.
      for (const testFile of affected) testProject.matchesTestGlob(testFile)
      return affected.length > 0 ? [...affected] : undefined
    },
  })
  // Vitest takes only a deleted test file for a change; a rubric that is gone must not leave its tests green.
  const onDelete = (file: string): void => {
    if (affectedTests(project, file, project.testFiles).length > 0) vitest.watcher.onFileChange(file)
  }
  vitest.vite.watcher.on('unlink', onDelete)
  vitest.onClose(() => void vitest.vite.watcher.off('unlink', onDelete))
  const affectedByAny = async (files: readonly string[]): Promise<readonly string[]> => {
    const { testFiles } = await testProject.globTestFiles()
    const others = testFiles.filter((file) => !project.isPrompt(file))
    return files.flatMap((file) => affectedTests(project, file, others))
  }
  const { vcs, config } = vitest
  const findChanged = vcs.findChangedFiles.bind(vcs)
  vcs.findChangedFiles = async (options) => {
    const files = await findChanged(options)
    return [...files, ...(await affectedByAny(files))]
  }
  // Added in place: other projects of evals are doing the same right now.
  if (config.related) config.related.push(...(await affectedByAny([...config.related])))
}
