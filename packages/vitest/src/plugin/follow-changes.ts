import type { TestProject, Vitest } from 'vitest/node'
import { affectedTests } from './affected-tests.ts'
import type { EvalsProject } from './evals-project.ts'

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
      return affected.length > 0 ? [...affected] : undefined
    },
  })
  const withAffected = async (files: readonly string[]): Promise<string[]> => {
    const { testFiles } = await testProject.globTestFiles()
    const others = testFiles.filter((file) => !project.isPrompt(file))
    return [...files, ...files.flatMap((file) => affectedTests(project, file, others))]
  }
  const { vcs, config } = vitest
  const findChanged = vcs.findChangedFiles.bind(vcs)
  vcs.findChangedFiles = async (options) => await withAffected(await findChanged(options))
  if (config.related) config.related = await withAffected(config.related)
}
