import { expect, it } from 'vitest'
import { requireRecent } from './prepare-engine.ts'

const address = 'unix:///var/run/docker.sock'

it('refuses an engine that is too old, saying which and what to do', () => {
  const old = { kind: 'docker', version: '19.03.15', apiVersion: '1.40' } as const
  expect(() => requireRecent(old, address)).toThrow(
    'The container engine at unix:///var/run/docker.sock, docker 19.03.15, speaks API 1.40; 1.41 is needed.',
  )
})

it.each(['1.41', '1.100'])('takes an engine that speaks %s', (apiVersion) => {
  expect(() => requireRecent({ kind: 'podman', version: '4.3.1', apiVersion }, address)).not.toThrow()
})
