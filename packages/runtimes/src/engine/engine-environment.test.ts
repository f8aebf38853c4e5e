import { expect, it } from 'vitest'
import { nameEngine } from './engine-environment.ts'

const user = '/run/user/1000/podman/podman.sock'
const machine = '/run/podman/podman.sock'

it.each([
  { environment: { CONTAINER_HOST: 'tcp://there:1' }, there: [user], host: 'tcp://there:1' },
  { environment: { XDG_RUNTIME_DIR: '/run/user/1000' }, there: [user, machine], host: `unix://${user}` },
  { environment: { XDG_RUNTIME_DIR: '/run/user/1000' }, there: [machine], host: `unix://${machine}` },
  { environment: {}, there: [user, machine], host: `unix://${machine}` },
  { environment: { DOCKER_HOST: 'unix:///own' }, there: [machine], host: 'unix:///own' },
])('finds Podman at $host for $environment and $there', ({ environment, there, host }) => {
  const named = { ...environment }
  nameEngine('podman', named, (path) => there.includes(String(path)))
  expect(named).toMatchObject({ DOCKER_HOST: host })
})

it('leaves finding Docker to Testcontainers', () => {
  const environment = {}
  nameEngine('docker', environment, () => true)
  expect(environment).toEqual({})
})

it("says where it looked for Podman's socket", () => {
  expect(() => nameEngine('podman', {}, () => false)).toThrow(/looked at: \/run\/podman\/podman\.sock/)
})
