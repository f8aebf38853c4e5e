import { join } from 'node:path'
import { BenchmarkError } from '@vitrial/core'
import type { Plugin } from 'vite'
import { sharedSources } from './affected-tests.ts'
import { errorForVitest } from './error-for-vitest.ts'
import { EvalsSession } from './evals-session.ts'
import type { EvalsProject } from './evals-project.ts'
import { followChanges } from './follow-changes.ts'
import { holdProjectRules } from './project-rules.ts'
import { promptModule, rerunTrigger } from './prompt-module.ts'
import { vitestMajor } from './vitest-major.ts'

const ignoringModuleCache = { ignoreFsModuleCache: true } as const

/** Puts a project of evals into Vitest: loads its benchmark and turns each prompt.md into tests. */
export function evalsPlugin(project: EvalsProject): Plugin {
  return {
    name: 'vitrial:evals',
    enforce: 'pre',
    // What `load` makes of a prompt.md depends on the whole benchmark, so it must not be cached by its text.
    api: {
      vitest: vitestMajor() < 5 ? { experimental: ignoringModuleCache } : ignoringModuleCache,
    },
    load(id) {
      const loaded = project.evalOf(id)
      const sources = loaded ? sharedSources(project) : []
      if (loaded) return promptModule({ project: project.name, host: project.host, loaded, sources })
      if (!project.isPrompt(id)) return undefined
      throw new BenchmarkError('VITRIAL_EVAL_INVALID', `${id} is not part of the benchmark as last read.`)
    },
    transform(code, id) {
      if (!id.endsWith('.eval.ts')) return undefined
      project.testFiles.add(id)
      // At the end, where it moves no line.
      const lines = [code, ...sharedSources(project).map((file) => rerunTrigger(file))]
      return { code: lines.join('\n'), map: null }
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
