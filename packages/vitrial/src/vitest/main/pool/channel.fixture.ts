import type { ChannelRequest } from '@vitrial/core/channel'
import type { RunSummary } from '@vitrial/core/outcome'
import { noUsage } from '@vitrial/core/recording'
import type { Host } from '@vitrial/host'
import type { TestProject } from 'vitest/node'
import { ChannelClient } from '../../worker/client/channel-client.ts'
import { EvalsProject } from '../session/evals-project.ts'
import { ChannelServer } from './channel-server.ts'

export const run: RunSummary = {
  trialId: 'ask:scripted/a:1',
  evalRunId: 'run-1',
  evalId: 'ask',
  model: 'scripted/a',
  repetition: 1,
  state: 'completed',
  usage: noUsage,
  durationMs: 1,
}
export const question = { project: 'evals', trialId: run.trialId, attempt: 0 }

const inertHost = {
  benchmark: { evals: [], settings: { models: [], repetitions: 1 } },
  preflight: () => Promise.resolve(),
  start() {},
  cancel() {},
}

/** A client and a server that speak through structured clones, as over a real port. */
export async function connect(host: Partial<Host>) {
  const { project, ...ends } = await connectOutsideRun(host)
  project.newRun(() => undefined)
  return { project, ...ends }
}

/** The same before Vitest has begun a run. */
export async function connectOutsideRun(host: Partial<Host>) {
  const project = new EvalsProject({
    name: 'evals',
    openHost: () =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing but what a test gives is touched
      Promise.resolve({ ...inertHost, ...host } as unknown as Host),
    renderSummary: () => Promise.resolve(undefined),
    writeReport: () => Promise.resolve(undefined),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is touched
  await project.open({ config: { root: '/benchmark' }, vitest: {}, provide() {} } as unknown as TestProject)
  const server = new ChannelServer(project, (response) => client.receive(structuredClone(response)))
  const client: ChannelClient = new ChannelClient((request: ChannelRequest) =>
    server.receive(structuredClone(request)),
  )
  return { client, server, project }
}
