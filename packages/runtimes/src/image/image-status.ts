import { BenchmarkError } from '@vitrial/core/errors'
import type { SandboxImage } from '@vitrial/core/ports'
import { candidateImage, imageLabels } from './candidate-image.ts'
import { engineAnswer } from '../engine/engine-answer.ts'
import { engineStatus } from '../engine/engine-status.ts'
import type { EngineApi, EngineKind } from '../engine/engine.ts'
import { imageOpenCodeVersion } from './image-programs.ts'

/** Whether an engine has the image that candidates are to run in. */
export interface ImageStatus {
  /** `stale`: there is one of this name, made by another recipe. */
  readonly state: 'ready' | 'missing' | 'stale'
  readonly image: string
  /** Undefined if it is missing. */
  readonly id: string | undefined
  readonly sizeBytes: number | undefined
  /** The command that makes it ready. */
  readonly command: string
  /** What sandboxes have of it, once it is ready. */
  readonly contents: SandboxImage
}

/** Which image is asked for, and of whom. */
export interface ImageStatusOptions {
  readonly signal: AbortSignal
  /** An image of the person's own. @default the candidate image of this version */
  readonly image?: string
  /** Whom the command that helps has to ask. @default 'docker' */
  readonly kind?: EngineKind
}

/** Asks an engine for the candidates' image. An image of the person's own is `ready` if it is there. */
export async function imageStatus(engine: EngineApi, options: ImageStatusOptions): Promise<ImageStatus> {
  const image = options.image ?? candidateImage().name
  return statusOf(image, await inspectImage(engine, image, options.signal), options.kind)
}

/** Tells from what an engine has of an image whether it is ready. */
export function statusOf(
  image: string,
  found: FoundImage | undefined,
  kind: EngineKind = 'docker',
): ImageStatus {
  const wanted = candidateImage()
  const isOurs = image === wanted.name
  const build = kind === 'docker' ? 'npx vitrial image' : `npx vitrial image --engine ${kind}`
  if (!found) {
    const command = isOurs ? build : `${kind} pull ${image}`
    const contents = isOurs ? { recipe: wanted.recipe, agentVersion: imageOpenCodeVersion } : {}
    return { state: 'missing', image, id: undefined, sizeBytes: undefined, command, contents }
  }
  // Judged by its own base: one that was chosen by --base is as good as the default one.
  const base = found.labels[imageLabels.base] ?? wanted.base
  const { recipe } = candidateImage({ base })
  const isReady = !isOurs || found.labels[imageLabels.recipe] === recipe
  return {
    state: isReady ? 'ready' : 'stale',
    image,
    id: found.id,
    sizeBytes: found.sizeBytes,
    command: base === wanted.base ? build : `${build} --base ${base}`,
    contents: isOurs ? { recipe, agentVersion: imageOpenCodeVersion } : contentsOfOwn(found, recipe),
  }
}

/** An image that a person built from ours has its labels, but not only what its recipe names. */
function contentsOfOwn({ labels }: FoundImage, recipeOfThisVersion: string): SandboxImage {
  const isOfThisVersion = labels[imageLabels.recipe] === recipeOfThisVersion
  const agentVersion = labels[imageLabels.openCode] ?? (isOfThisVersion ? imageOpenCodeVersion : undefined)
  return { ...(agentVersion !== undefined && { agentVersion }) }
}

/**
 * Checks before any work that the candidates' image is there.
 *
 * @throws {BenchmarkError} `VITRIAL_IMAGE_MISSING` or `VITRIAL_IMAGE_STALE`, naming the command that helps
 */
export async function requireImage(engine: EngineApi, options: ImageStatusOptions): Promise<ImageStatus> {
  const status = await imageStatus(engine, options)
  const { state, image, command } = status
  if (state === 'missing') {
    throw new BenchmarkError(
      'VITRIAL_IMAGE_MISSING',
      `The image ${image}, which candidates run in, is not there. Run: ${command}`,
    )
  }
  if (state === 'stale') {
    throw new BenchmarkError(
      'VITRIAL_IMAGE_STALE',
      `The image ${image}, which candidates run in, was built by another version of Vitrial. Run: ${command}`,
    )
  }
  return status
}

/** An image as an engine has it. */
export interface FoundImage {
  readonly id: string
  readonly sizeBytes: number
  readonly labels: Readonly<Record<string, string>>
}

/** An engine's image by its name; undefined if it has none. */
export async function inspectImage(
  engine: EngineApi,
  image: string,
  signal: AbortSignal,
): Promise<FoundImage | undefined> {
  try {
    const found = await engineAnswer(engine.getImage(image).inspect(), signal)
    return { id: found.Id, sizeBytes: found.Size, labels: found.Config.Labels ?? {} }
  } catch (error) {
    if (engineStatus(error) === 404) return undefined
    throw error
  }
}
