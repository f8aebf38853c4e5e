import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runtimeSettingsOf } from '@vitrial/core/settings'
import type { LoadedBenchmark } from '@vitrial/host'
import type { CommandContext } from '../frame/command-work.ts'
import { checkBenchmark } from './check-benchmark.ts'
import { checkDisk } from './check-disk.ts'
import { checkEngine, checkImage } from './check-engine.ts'
import { checkKeys } from './check-keys.ts'
import { checkNode } from './check-node.ts'
import { checkOpenCode } from './check-opencode.ts'
import { checkResults } from './check-results.ts'
import type { Check } from './check.ts'

/**
 * Looks at everything that running evals needs on this machine. It changes nothing.
 *
 * @param directory the benchmark's folder; undefined looks at the machine alone.
 */
export async function examine(
  directory: string | undefined,
  context: CommandContext,
): Promise<readonly Check[]> {
  const { environment } = context
  const loaded =
    directory === undefined ? undefined : await checkBenchmark(directory, environment['VITRIAL_RUNTIME'])
  const isNeeded = runsInContainers(loaded?.benchmark, environment)
  const { engine: kind = 'docker', image } = loaded?.benchmark?.settings.container ?? {}
  const { check: engineCheck, engine } = await checkEngine({ context, kind, isNeeded })
  const engineFolder = engine?.description.rootDirectory
  return [
    checkNode(process.versions.node),
    engineCheck,
    await checkImage({ engine: engine?.api, image, kind, context, isNeeded }),
    await checkOpenCode(),
    checkKeys({ environment, settings: loaded?.benchmark?.settings }),
    ...(engine && engineFolder !== undefined
      ? [
          await checkDisk({
            purpose: 'images and containers',
            folder: engineFolder,
            isHere: engine.address.startsWith('unix://') && existsSync(engineFolder),
          }),
        ]
      : []),
    await checkDisk({ purpose: 'results', folder: resolve(directory ?? '.'), isHere: true }),
    ...(loaded ? [loaded.check] : []),
    ...(loaded?.benchmark ? [await checkResults(loaded.benchmark.directory)] : []),
  ]
}

function runsInContainers(
  benchmark: LoadedBenchmark | undefined,
  environment: CommandContext['environment'],
): boolean {
  const runtime = benchmark?.settings.placement.runtime ?? (environment['VITRIAL_RUNTIME'] || 'docker')
  return runtimeSettingsOf(benchmark?.settings.runtimes, runtime)?.kind !== 'process'
}
