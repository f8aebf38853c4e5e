import { expect, it } from 'vitest'
import { requireUsable } from './require-usable.ts'

const podman = { kind: 'podman', version: '4.3.1', apiVersion: '1.41', enforcesLimits: true } as const
const address = 'unix:///var/run/docker.sock'

it('refuses an engine that is too old, saying which and what to do', () => {
  const old = { kind: 'docker', version: '19.03.15', apiVersion: '1.40', enforcesLimits: true } as const
  expect(() => requireUsable(old, address)).toThrow(
    'The container engine at unix:///var/run/docker.sock, docker 19.03.15, speaks API 1.40; 1.41 is needed.',
  )
})

it.each(['1.41', '1.100'])('takes an engine that speaks %s', (apiVersion) => {
  expect(() => requireUsable({ ...podman, apiVersion }, address)).not.toThrow()
})

it('refuses an engine that ignores limits', () => {
  expect(() => requireUsable({ ...podman, enforcesLimits: false }, address)).toThrow(
    expect.objectContaining({
      code: 'VITRIAL_ENGINE_LIMITS',
      message: expect.stringContaining('podman 4.3.1'),
    }),
  )
})
