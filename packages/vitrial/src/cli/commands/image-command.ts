import type { ContainerSettings } from '@vitrial/core/settings'
import type { EngineKind } from '@vitrial/runtimes'
import { Command, Option } from 'commander'
import { findBenchmark, withBenchmark, type BenchmarkOption } from '../frame/benchmark-option.ts'
import type { Attach, CommandWork } from '../frame/command-work.ts'

interface ImageOptions extends BenchmarkOption {
  readonly base?: string
  readonly engine?: EngineKind
  readonly force?: boolean
}

/** `vitrial image`: builds the image that candidates run in. */
export function imageCommand(attach: Attach): Command {
  const command = new Command('image')
    .summary('build the image that candidates run in')
    .description('Builds the image that candidates run in, unless it is there already.')
    .option('--base <image>', 'the image to start from (default: "debian:bookworm-slim")')
    .addOption(
      new Option(
        '--engine <engine>',
        "the engine that is to have it (default: the benchmark's container.engine, else docker)",
      ).choices(['docker', 'podman']),
    )
    .option('--force', 'build it even if it is there')
    .addHelpText('after', '\nExample: npx vitrial image --base registry.example/debian:bookworm-slim')
  return attach(withBenchmark(command), work)
}

const work: CommandWork<ImageOptions> = async (
  { engine: asked, base, force, ...option },
  { signal, environment, notice },
) => {
  const { buildImage, findEngine, nameEngine } = await import('@vitrial/runtimes')
  const directory = await findBenchmark(option)
  const container = directory === undefined ? undefined : await containerOf(directory)
  if (container?.image !== undefined) {
    notice(`${container.image}, which container.image of the benchmark names, is not Vitrial's to build`)
  }
  nameEngine(asked ?? container?.engine ?? 'docker', environment)
  const engine = await findEngine({ signal, environment })
  const { image, id, recipe, sizeBytes, built } = await buildImage(engine.api, {
    ...(base !== undefined && { base }),
    ...(force !== undefined && { force }),
    onProgress: notice,
    signal,
  })
  const size = `${Math.round(sizeBytes / 1_000_000)} MB`
  return {
    text: built
      ? `${image} built, ${size}`
      : `${image} is there already, ${size}. To build it again: --force`,
    json: { image, id, recipe, built },
  }
}

/** The settings of a benchmark's containers. Throws a `BenchmarkError`. */
async function containerOf(directory: string): Promise<ContainerSettings> {
  const { loadForReading } = await import('../../sdk/benchmark-options.ts')
  return (await loadForReading(directory)).settings.container
}
