import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { errorMessage, InfrastructureError } from '@vitrial/core/errors'
import { candidateImage, imageDockerfile, imageLabels, type CandidateImage } from './candidate-image.ts'
import { engineAnswer } from '../engine/engine-answer.ts'
import type { EngineApi } from '../engine/engine.ts'
import { fetchPrograms } from './fetch-programs.ts'
import { followBuild } from './follow-build.ts'
import { imageContext } from './image-context.ts'
import { imageOpenCodeVersion, imagePrograms, type ImageArchitecture } from './image-programs.ts'
import { inspectImage, type FoundImage } from './image-status.ts'

/** How the candidate image is built. */
export interface BuildImageOptions {
  /** The image to start from. @default 'debian:bookworm-slim' */
  readonly base?: string
  /** Builds even where the image is there, and nothing from the engine's cache. @default false */
  readonly force?: boolean
  /** Told what is going on, a line a time. */
  readonly onProgress: (line: string) => void
  readonly signal: AbortSignal
}

/** The candidate image as an engine has it now. */
export interface BuiltImage {
  readonly image: string
  readonly id: string
  readonly recipe: string
  readonly sizeBytes: number
  /** False if it was there already. */
  readonly built: boolean
}

/** Longer than a slow network takes for the base image and Debian's packages. */
const buildDeadlineMs = 30 * 60_000

/**
 * Builds the candidate image on an engine, unless one of the same recipe is there.
 *
 * @throws {InfrastructureError} `VITRIAL_IMAGE_BUILD`
 */
export async function buildImage(engine: EngineApi, options: BuildImageOptions): Promise<BuiltImage> {
  const wanted = candidateImage(options.base === undefined ? {} : { base: options.base })
  const { signal } = options
  const before = await inspectImage(engine, wanted.name, signal)
  if (before && options.force !== true && before.labels[imageLabels.recipe] === wanted.recipe) {
    return builtImage(wanted, before, false)
  }
  await buildFrom(engine, wanted, options)
  const after = await inspectImage(engine, wanted.name, signal)
  if (!after) throw buildError(wanted, `the engine has no ${wanted.name} afterwards`)
  if (before && before.id !== after.id) await removeFormer(engine, before, options)
  return builtImage(wanted, after, true)
}

async function buildFrom(
  engine: EngineApi,
  wanted: CandidateImage,
  options: BuildImageOptions,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrial-image-'))
  try {
    const programs = imagePrograms(await engineArchitecture(engine, wanted, options.signal))
    options.onProgress(`fetching ${programs.map(({ specifier }) => specifier).join(', ')}`)
    const fetched = await fetchPrograms(programs, { folder, signal: options.signal })
    const { stream, written } = imageContext(imageDockerfile(), fetched)
    const unwritten = new AbortController()
    written.catch((error: unknown) => unwritten.abort(error))
    const signal = AbortSignal.any([options.signal, unwritten.signal, AbortSignal.timeout(buildDeadlineMs)])
    try {
      const output = await engine.buildImage(stream, {
        t: wanted.name,
        buildargs: { BASE: wanted.base },
        labels: {
          [imageLabels.recipe]: wanted.recipe,
          [imageLabels.base]: wanted.base,
          [imageLabels.openCode]: imageOpenCodeVersion,
        },
        rm: true,
        forcerm: true,
        nocache: options.force === true,
        abortSignal: signal,
      })
      await followBuild(output, { onProgress: options.onProgress, signal })
    } finally {
      stream.destroy()
    }
  } catch (cause) {
    options.signal.throwIfAborted()
    if (cause instanceof InfrastructureError) throw cause
    throw buildError(wanted, errorMessage(cause), cause)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function engineArchitecture(
  engine: EngineApi,
  wanted: CandidateImage,
  signal: AbortSignal,
): Promise<ImageArchitecture> {
  const { Architecture: named } = await engineAnswer(engine.info(), signal)
  if (named === 'x86_64' || named === 'amd64') return 'x64'
  if (named === 'aarch64' || named === 'arm64') return 'arm64'
  throw buildError(wanted, `OpenCode has no build for the engine's architecture ${named}`)
}

/** Without its name the former image would only take up room. One that a container still uses stays. */
async function removeFormer(
  engine: EngineApi,
  former: FoundImage,
  options: BuildImageOptions,
): Promise<void> {
  try {
    await engineAnswer(engine.getImage(former.id).remove(), options.signal)
  } catch (error) {
    options.onProgress(`the former image stays: ${errorMessage(error)}`)
  }
}

function builtImage({ name, recipe }: CandidateImage, found: FoundImage, built: boolean): BuiltImage {
  return { image: name, id: found.id, recipe, sizeBytes: found.sizeBytes, built }
}

function buildError({ name, base }: CandidateImage, what: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_IMAGE_BUILD',
    `The image ${name} could not be built from ${base}: ${what.trim()}. Where the base image or Debian's packages ` +
      'cannot be reached, name an image that has git and ripgrep by --base.',
    { cause },
  )
}
