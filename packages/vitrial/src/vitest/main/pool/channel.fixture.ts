import type { ChannelRequest } from '@vitrial/core/channel'
import type { RunSummary } from '@vitrial/core/outcome'
import { noUsage } from '@vitrial/core/recording'
import type { Host, OpenedHost } from '@vitrial/host'
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
  start() {},
  cancel() {},
}

/** As much of a host at work as a test needs. */
export interface GivenHost extends Partial<OpenedHost> {
  /** Called when the host is opened. */
  readonly opening?: () => Promise<void>
}

/** A client and a server that speak through structured clones, as over a real port. */
export async function connect(host: GivenHost) {
  const { project, ...ends } = await connectOutsideRun(host)
  project.newRun(() => undefined)
  return { project, ...ends }
}

/** The same before Vitest has begun a run. */
export async function connectOutsideRun({ opening, ...host }: GivenHost) {
  const open = async (): Promise<object> => {
    await opening?.()
    return { ...inertHost, ...host }
  }
  const project = new EvalsProject({
    name: 'evals',
    openHost: () =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing but what a test gives is touched
      Promise.resolve({ ...inertHost, open } as unknown as Host),
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
