import { join } from 'node:path'
import { BenchmarkError } from '@vitrial/core'
import type { Plugin } from 'vite'
import { sharedSources } from './affected-tests.ts'
import { errorForVitest } from './error-for-vitest.ts'
import { EvalsSession } from './evals-session.ts'
import type { EvalsProject } from './evals-project.ts'
import { followChanges } from './follow-changes.ts'
import { holdProjectRules } from './project-rules.ts'
import { promptModule } from './prompt-module.ts'

/** Puts a project of evals into Vitest: loads its benchmark and turns each prompt.md into tests. */
export function evalsPlugin(project: EvalsProject): Plugin {
  return {
    name: 'vitrial:evals',
    enforce: 'pre',
    // What `load` makes of a prompt.md depends on the whole benchmark, so it must not be cached by its text.
    api: { vitest: { experimental: { ignoreFsModuleCache: true } } },
    load(id) {
      const loaded = project.evalOf(id)
      if (loaded) {
        watchSources(this, project)
        return promptModule({ project: project.name, host: project.host, loaded })
      }
      if (!project.isPrompt(id)) return undefined
      throw new BenchmarkError('VITRIAL_EVAL_INVALID', `${id} is not part of the benchmark as last read.`)
    },
    transform(_code, id) {
      if (!id.endsWith('.eval.ts')) return
      project.testFiles.add(id)
      watchSources(this, project)
    },
    // The first hook that is not called for projects left out by `--project`.
    // oxlint-disable-next-line typescript/no-misused-promises -- Vitest awaits it, though its type says void
    async configureVitest({ vitest, project: testProject }) {
      try {
        holdProjectRules(testProject.config, project.name)
        await project.open(testProject, vitest.config.shard)
      } catch (error) {
        throw errorForVitest(error)
      }
      vitest.vite.watcher.unwatch(join(testProject.config.root, 'results'))
      await followChanges({ vitest, testProject, project })
      EvalsSession.of(vitest).add(project)
    },
  }
}

/** Makes a test file rerun when what every eval is read from changes. */
function watchSources(context: { addWatchFile(file: string): void }, project: EvalsProject): void {
  for (const file of sharedSources(project)) context.addWatchFile(file)
}
