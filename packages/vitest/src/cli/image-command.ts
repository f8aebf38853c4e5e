import type { EngineKind } from '@vitrial/runtimes'
import { Command, Option } from 'commander'
import type { Attach, CommandWork } from './command-work.ts'

interface ImageOptions {
  readonly base?: string
  readonly engine: EngineKind
  readonly force?: boolean
}

/** `vitrial image`: builds the image that candidates run in. */
export function imageCommand(attach: Attach): Command {
  const command = new Command('image')
    .summary('build the image that candidates run in')
    .description('Builds the image that candidates run in, unless it is there already.')
    .option('--base <image>', 'the image to start from (default: "debian:bookworm-slim")')
    .addOption(
      new Option('--engine <engine>', 'the engine that is to have it')
        .choices(['docker', 'podman'])
        .default('docker'),
    )
    .option('--force', 'build it even if it is there')
    .addHelpText('after', '\nExample: npx vitrial image --base registry.example/debian:bookworm-slim')
  return attach(command, work)
}

const work: CommandWork<ImageOptions> = async (
  { engine: kind, ...options },
  { signal, environment, notice },
) => {
  const { buildImage, findEngine, nameEngine } = await import('@vitrial/runtimes')
  nameEngine(kind, environment)
  const engine = await findEngine({ signal, environment })
  const { image, id, recipe, sizeBytes, built } = await buildImage(engine.api, {
    ...options,
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
