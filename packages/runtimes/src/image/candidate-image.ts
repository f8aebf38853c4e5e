import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { imageLinks, imagePrograms, imageOpenCodeVersion } from './image-programs.ts'

/** What the candidate image is made from where nobody says otherwise. */
export const defaultImageBase = 'debian:bookworm-slim'

/** The image's labels that say how it was built. */
export const imageLabels = {
  recipe: 'vitrial.recipe',
  base: 'vitrial.base',
  openCode: 'vitrial.opencode',
} as const

/** The image that candidates run in. */
export interface CandidateImage {
  /** Repository and tag: `vitrial/opencode:1.18.33`. */
  readonly name: string
  /** sha-256 in hex over all that the image is built from: equal recipes, interchangeable images. */
  readonly recipe: string
  /** The image it starts from. */
  readonly base: string
}

export interface CandidateImageOptions {
  /** @default 'debian:bookworm-slim' */
  readonly base?: string
}

/** Names the candidate image of this version of Vitrial, and what it is built from. It asks no engine. */
export function candidateImage(options: CandidateImageOptions = {}): CandidateImage {
  const base = options.base ?? defaultImageBase
  return {
    name: `vitrial/opencode:${imageOpenCodeVersion}`,
    recipe: imageRecipe({ base, dockerfile: imageDockerfile() }),
    base,
  }
}

/** The Dockerfile that this package ships. */
export function imageDockerfile(): string {
  return readFileSync(fileURLToPath(new URL('../../images/opencode/Dockerfile', import.meta.url)), 'utf8')
}

/** The hash over what an image is built from. Exact versions of npm packages never change, so they stand for their files. */
export function imageRecipe(ingredients: { readonly base: string; readonly dockerfile: string }): string {
  const { base, dockerfile } = ingredients
  const programs = [...imagePrograms('x64'), ...imagePrograms('arm64')].map(({ specifier }) => specifier)
  return createHash('sha256')
    .update(JSON.stringify([1, base, dockerfile, programs, imageLinks]))
    .digest('hex')
}
