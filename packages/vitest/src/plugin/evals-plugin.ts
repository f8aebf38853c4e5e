import { join } from 'node:path'
import { BenchmarkError } from '@vitrial/core'
import type { Plugin } from 'vite'
import { errorForVitest } from './error-for-vitest.ts'
import { EvalsSession } from './evals-session.ts'
import type { EvalsProject } from './evals-project.ts'
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
      if (loaded) return promptModule({ project: project.name, host: project.host, loaded })
      if (!project.isPrompt(id)) return undefined
      throw new BenchmarkError('VITRIAL_EVAL_INVALID', `${id} is not part of the benchmark as last read.`)
    },
    // The first hook that is not called for projects left out by `--project`.
    // oxlint-disable-next-line typescript/no-misused-promises -- Vitest awaits it, though its type says void
    async configureVitest({ vitest, project: testProject }) {
      try {
        holdProjectRules(testProject.config, project.name)
        await project.open(testProject.config.root)
      } catch (error) {
        throw errorForVitest(error)
      }
      vitest.vite.watcher.unwatch(join(testProject.config.root, 'results'))
      EvalsSession.of(vitest).add(project)
    },
  }
}
