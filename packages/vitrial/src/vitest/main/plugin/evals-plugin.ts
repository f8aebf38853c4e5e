import { join } from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'
import type { Plugin } from 'vite'
import { sayRunTaken } from '../../../handshake/run-taken.ts'
import { sharedSources } from './affected-tests.ts'
import { errorForVitest } from '../output/error-for-vitest.ts'
import type { EvalsProject } from '../session/evals-project.ts'
import { followChanges } from './follow-changes.ts'
import { keepFromOthers } from './keep-from-others.ts'
import { keepFromModuleCache } from './module-cache.ts'
import { openSession } from './open-session.ts'
import { holdProjectRules } from './project-rules.ts'
import { promptModule, rerunTrigger } from './prompt-module.ts'

/** Puts a project of evals into Vitest: loads its benchmark and turns each prompt.md into tests. */
export function evalsPlugin(project: EvalsProject): Plugin {
  return {
    name: 'vitrial:evals',
    enforce: 'pre',
    async load(id) {
      const loaded = project.evalOf(id)
      const sources = loaded ? sharedSources(project) : []
      if (loaded) {
        const collapsed = await project.collapsed()
        return promptModule({ project: project.name, host: project.host, loaded, sources, collapsed })
      }
      if (!project.isPrompt(id)) return undefined
      throw new BenchmarkError('VITRIAL_EVAL_INVALID', `${id} is not part of the benchmark as last read.`)
    },
    transform(code, id) {
      if (!isTestFile(id)) return undefined
      project.testFiles.add(id)
      // At the end, where it moves no line.
      const lines = [code, ...sharedSources(project).map((file) => rerunTrigger(file))]
      return { code: lines.join('\n'), map: null }
    },
    // The first hook that is not called for projects left out by `--project`.
    // oxlint-disable-next-line typescript/no-misused-promises -- Vitest awaits it, though its type says void
    async configureVitest(context) {
      const { vitest, project: testProject } = context
      sayRunTaken(process.env)
      const { root } = testProject.config
      keepFromOthers(
        root,
        vitest.projects.filter((other) => other !== testProject),
      )
      try {
        holdProjectRules(testProject.config, project.name)
        await project.open(testProject, vitest.config.shard)
      } catch (error) {
        throw errorForVitest(error)
      }
      vitest.vite.watcher.unwatch(join(root, 'results'))
      keepFromModuleCache(context, (id) => project.isPrompt(id) || isTestFile(id))
      await followChanges({ vitest, testProject, project })
      openSession(vitest).add(project)
    },
  }
}

function isTestFile(id: string): boolean {
  return id.endsWith('.eval.ts')
}
