import { BenchmarkError, errorMessage, VitrialError } from '@vitrial/core/errors'
import { z } from 'zod'
import type { Scenario, ScenarioRequest } from './scenario.ts'

const scenarioSchema = z.custom<Scenario>((value) => typeof value === 'function', {
  error: 'must be a function (request, turn) => reply',
})

const scenarioModuleSchema = z.object({
  default: scenarioSchema,
  withoutTools: scenarioSchema.optional(),
})

/** A scenario module that can be played. */
export interface ScenarioModule {
  /** How errors name its file: `scripted/careful.ts`. */
  readonly file: string
  readonly default: Scenario
  /**
   * Answers requests that offer no tools, such as those for a title or a summary.
   *
   * @default a fixed text
   */
  readonly withoutTools?: Scenario | undefined
}

/** A scenario module as it was imported. */
export interface ImportedScenario {
  /** How errors name its file: `scripted/careful.ts`. An agent gets to see it, so nothing of the host is in it. */
  readonly file: string
  readonly exports: unknown
}

/** Imports `scripted/<name>`; undefined if there is no such module. */
export type LoadScenario = (name: string) => Promise<ImportedScenario | undefined>

/** Throws a {@link BenchmarkError} if there is no such scenario or it is not usable. */
export async function loadScenarioModule(name: string, load: LoadScenario): Promise<ScenarioModule> {
  const imported = await importScenario(name, load)
  if (imported === undefined) {
    throw new BenchmarkError(
      'VITRIAL_SCENARIO_MISSING',
      `There is no scenario for the model scripted/${name}. Write it as scripted/${name}.ts in the benchmark's ` +
        'folder, or name another model.',
    )
  }
  const { file, exports } = imported
  const parsed = scenarioModuleSchema.safeParse(exports)
  if (parsed.success) return { file, ...parsed.data }
  throw new BenchmarkError(
    'VITRIAL_SCENARIO_INVALID',
    `The scenario ${file} is not usable: ${z.prettifyError(parsed.error)}. ` +
      'Its default export must be a function (request, turn) => reply.',
    { cause: parsed.error },
  )
}

/** The export that answers a request. */
export function scenarioFor(module: ScenarioModule, request: ScenarioRequest): Scenario {
  if (request.tools?.length) return module.default
  return module.withoutTools ?? (() => ({ text: 'Scripted reply to a request without tools' }))
}

async function importScenario(name: string, load: LoadScenario): Promise<ImportedScenario | undefined> {
  try {
    return await load(name)
  } catch (cause) {
    if (cause instanceof VitrialError) throw cause
    throw new BenchmarkError(
      'VITRIAL_SCENARIO_INVALID',
      `The scenario scripted/${name} could not be imported: ${errorMessage(cause)}. Correct the module.`,
      { cause },
    )
  }
}
