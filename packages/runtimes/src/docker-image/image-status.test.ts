import { expect, test } from 'vitest'
import { candidateImage } from './candidate-image.ts'
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
