import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { candidateImage, imageDockerfile, imageRecipe } from './candidate-image.ts'
import { imageOpenCodeVersion, imagePrograms } from './image-programs.ts'

test('has one recipe, however often it is asked for', () => {
  expect(candidateImage()).toEqual(candidateImage({ base: 'debian:bookworm-slim' }))
  expect(candidateImage().recipe).toMatch(/^[0-9a-f]{64}$/)
  expect(candidateImage().name).toBe(`vitrial/opencode:${imageOpenCodeVersion}`)
})

test('has another recipe for another base or another Dockerfile', () => {
  const ingredients = { base: 'debian:bookworm-slim', dockerfile: imageDockerfile() }
  const recipes = [
    ingredients,
    { ...ingredients, base: 'debian:trixie-slim' },
    { ...ingredients, dockerfile: `${ingredients.dockerfile}\n` },
  ].map((one) => imageRecipe(one))

  expect(new Set(recipes).size).toBe(3)
  expect(recipes[0]).toBe(candidateImage().recipe)
})

test('holds the OpenCode that the harnesses drive', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../../../harnesses/package.json', import.meta.url), 'utf8'),
  )

  expect(imageOpenCodeVersion).toBe(dependencies['opencode-ai'])
})

test('names every program by an exact version', () => {
  for (const { specifier } of [...imagePrograms('x64'), ...imagePrograms('arm64')]) {
    expect(specifier).toMatch(/^[a-z0-9-]+@\d+\.\d+\.\d+$/)
  }
})
