import { expect, test } from 'vitest'
import { candidateImage } from './candidate-image.ts'
import { imageOpenCodeVersion } from './image-programs.ts'
import { statusOf } from './image-status.ts'

const { name, recipe } = candidateImage()

function found(labels: Record<string, string>): Parameters<typeof statusOf>[1] {
  return { id: 'sha256:1', sizeBytes: 5, labels }
}

test('is ready with the recipe of this version', () => {
  expect(statusOf(name, found({ 'vitrial.recipe': recipe }))).toMatchObject({
    state: 'ready',
    id: 'sha256:1',
  })
})

test('is stale with another recipe or none, and says how to build it', () => {
  expect(statusOf(name, found({ 'vitrial.recipe': 'other' }))).toMatchObject({
    state: 'stale',
    command: 'npx vitrial image',
  })
  expect(statusOf(name, found({})).state).toBe('stale')
})

test('keeps to the base that a person chose', () => {
  const chosen = {
    'vitrial.base': 'corp/debian:12',
    'vitrial.recipe': candidateImage({ base: 'corp/debian:12' }).recipe,
  }

  expect(statusOf(name, found(chosen)).state).toBe('ready')
  expect(statusOf(name, found({ ...chosen, 'vitrial.recipe': recipe }))).toMatchObject({
    state: 'stale',
    command: 'npx vitrial image --base corp/debian:12',
  })
})

test('tells the recipe of the base it was built from, and the OpenCode in it', () => {
  const agentVersion = imageOpenCodeVersion
  const base = 'corp/debian:12'
  const chosen = candidateImage({ base }).recipe
  const labels = { 'vitrial.base': base, 'vitrial.recipe': chosen }

  expect(chosen).not.toBe(recipe)
  expect(statusOf(name, found(labels)).contents).toEqual({ recipe: chosen, agentVersion })
  expect(statusOf(name, found({ 'vitrial.recipe': recipe })).contents).toEqual({ recipe, agentVersion })
  // What the command that it names would make.
  expect(statusOf(name, undefined).contents).toEqual({ recipe, agentVersion })
  expect(statusOf(name, found({ ...labels, 'vitrial.recipe': 'old' })).contents).toEqual({
    recipe: chosen,
    agentVersion,
  })
})

test('tells of an image of the person’s own only the OpenCode that its labels name', () => {
  expect(statusOf('my/agent:1', found({ 'vitrial.opencode': '1.2.3' })).contents).toEqual({
    agentVersion: '1.2.3',
  })
  expect(statusOf('my/agent:1', found({ 'vitrial.recipe': recipe })).contents).toEqual({
    agentVersion: imageOpenCodeVersion,
  })
  expect(statusOf('my/agent:1', found({})).contents).toEqual({})
  expect(statusOf('my/agent:1', undefined).contents).toEqual({})
})

test('names the command for the engine that the image is to be on', () => {
  const status = statusOf(name, undefined, 'podman')

  expect(status.command).toBe('npx vitrial image --engine podman')
  expect(statusOf('my/agent:1', undefined, 'podman').command).toBe('podman pull my/agent:1')
})

test('asks of an image of the person’s own only that it is there', () => {
  expect(statusOf('my/agent:1', found({})).state).toBe('ready')
  expect(statusOf('my/agent:1', undefined)).toMatchObject({
    state: 'missing',
    command: 'docker pull my/agent:1',
  })
})
