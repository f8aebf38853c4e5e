import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { engineUnderTest } from '../engine/engine-under-test.fixture.ts'
import { buildImage } from './build-image.ts'
import { candidateImage } from './candidate-image.ts'
import { imageOpenCodeVersion, imageNodeVersion, imageNpmVersion } from './image-programs.ts'
import { imageStatus, requireImage } from './image-status.ts'
import type { EngineApi } from '../engine/engine.ts'

const engine = await engineUnderTest()
const { signal } = new AbortController()
const label = `vitrial.test=build-image-${process.pid}`

describe.skipIf(!engine)('the candidate image', () => {
  const api = engine as EngineApi // oxlint-disable-line typescript/no-unsafe-type-assertion -- skipped without one
  const silent = { onProgress: () => {}, signal }

  afterAll(async () => {
    const left = await api.listContainers({ all: true, filters: { label: [label] } })
    for (const { Id } of left) await api.getContainer(Id).remove({ force: true })
  })

  test('is built once, and then found ready', async () => {
    const first = await buildImage(api, silent)
    const second = await buildImage(api, silent)

    expect(second).toEqual({ ...first, built: false })
    expect(await requireImage(api, { signal })).toMatchObject({ state: 'ready', id: first.id })
  })

  test('has its programs in their versions, without a network, for the agent’s user', async () => {
    const programs =
      'node --version; npm --version; opencode --version; git --version; rg --version | sed -n 1p'
    const output = await run(
      `${programs}; id -u; touch /workspace/x && echo writable; ls -A /root; id tunnel`,
    )

    expect(output.split('\n')).toEqual([
      `v${imageNodeVersion}`,
      imageNpmVersion,
      imageOpenCodeVersion,
      expect.stringMatching(/^git version /),
      expect.stringMatching(/^ripgrep /),
      '10001',
      'writable',
      expect.stringContaining('Permission denied'),
      'uid=10002(tunnel) gid=10002(tunnel) groups=10002(tunnel)',
      '',
    ])
  })

  test('commits by a neutral identity, and by its own where the agent sets one', async () => {
    const log = "git log -1 --format='%an <%ae> %cn <%ce>'"
    const output = await run(
      `cd /workspace; git init -q .; git commit -q --allow-empty -m one; ${log}; ` +
        `git config user.name Ada; git commit -q --allow-empty -m two; ${log}`,
    )
    expect(output.split('\n')).toEqual([
      'agent <agent@localhost> agent <agent@localhost>',
      'Ada <agent@localhost> Ada <agent@localhost>',
      '',
    ])
  })

  test('runs a package’s tests, as an agent would', async () => {
    const output = await run(
      'echo \'{"name":"x","scripts":{"test":"node --test"}}\' > package.json; ' +
        "echo \"require('node:test')('works', () => {})\" > a.test.js; npm test",
    )

    expect(output).toMatch(/pass 1/)
  })

  test('is missed by name, with the command that helps', async () => {
    const image = `vitrial/no-such-image:${process.pid}`

    expect(await imageStatus(api, { signal, image })).toMatchObject({ state: 'missing' })
    await expect(requireImage(api, { signal, image })).rejects.toMatchObject({
      code: 'VITRIAL_IMAGE_MISSING',
      message: expect.stringContaining(`docker pull ${image}`),
    })
  })

  test('says why it cannot be built, and from what', async () => {
    const base = `localhost:1/no-such-base:${process.pid}`

    await expect(buildImage(api, { ...silent, base })).rejects.toMatchObject({
      code: 'VITRIAL_IMAGE_BUILD',
      message: expect.stringContaining(base),
    })
    expect(await imageStatus(api, { signal })).toMatchObject({ state: 'ready' })
  })

  async function run(script: string): Promise<string> {
    const container = await api.createContainer({
      Image: candidateImage().name,
      Cmd: ['bash', '-c', `exec 2>&1; ${script}`],
      Labels: Object.fromEntries([label.split('=')]),
      HostConfig: { NetworkMode: 'none', CapDrop: ['ALL'], SecurityOpt: ['no-new-privileges'] },
    })
    const stream = await container.attach({ stream: true, stdout: true, stderr: true })
    const output = new PassThrough()
    api.modem.demuxStream(stream, output, output)
    stream.once('end', () => output.end())
    await container.start()
    await container.wait()
    return await text(output)
  }
})
