import { setTimeout as sleep } from 'node:timers/promises'
import { BenchmarkError, CancelledError, InfrastructureError } from '@vitrial/core/errors'
import type { RunSummary } from '@vitrial/core/outcome'
import { expect, test } from 'vitest'
import { connect, connectOutsideRun, question, run } from './channel.fixture.ts'
import { ChannelServer } from './channel-server.ts'

test('carries a run and a judging from the host to the worker', async () => {
  const judging = { status: 'not_judgeable' } as const
  const { client, project } = await connect({
    run: () => Promise.resolve(run),
    judge: () => Promise.resolve(judging),
  })

  expect(await client.runTrial(question)).toEqual(run)
  expect(await client.judge(question)).toEqual(judging)
  expect(project.run?.askedCount).toBe(1)
  expect(project.run?.wantedCount).toBe(1)
})

test('carries a page of a recording to the worker', async () => {
  const page = { query: 'diff', text: '+one\n', next: '5' } as const
  const asked: unknown[] = []
  const { client } = await connect({
    readRecording: (...parameters) => {
      asked.push(parameters)
      return Promise.resolve(page)
    },
  })
  const query = { query: 'diff', path: 'a.ts' } as const

  expect(await client.readRecording({ project: 'evals', evalRunId: 'run-1', query })).toEqual(page)
  expect(asked).toEqual([['run-1', query]])
})

test("rejects with the host's error, its class and its code", async () => {
  const { client } = await connect({
    run: () => Promise.reject(new InfrastructureError('VITRIAL_INFRA_PROVIDER', 'The provider is down.')),
  })

  const asked = client.runTrial(question)

  await expect(asked).rejects.toBeInstanceOf(InfrastructureError)
  await expect(asked).rejects.toMatchObject({
    code: 'VITRIAL_INFRA_PROVIDER',
    message: 'The provider is down.',
  })
})

test('answers everything with cancelled once cancelled, however the work was cut off', async () => {
  const { client, project } = await connect({
    run: async () => {
      await sleep(20)
      throw new InfrastructureError('VITRIAL_INFRA_SANDBOX_LOST', 'It went away.')
    },
  })

  const open = client.runTrial(question)
  project.cancel('bailed')

  await expect(open).rejects.toThrow(new CancelledError('bailed'))
  await expect(client.judge(question)).rejects.toThrow(new CancelledError('bailed'))
})

test('does no work in a run that was refused, and does it in the next', async () => {
  const { client, project } = await connect({ run: () => Promise.resolve(run) })
  const error = new BenchmarkError('VITRIAL_NO_EVALS', 'There are no evals.')

  project.newRun(() => undefined).standing = { state: 'refused', error }
  await expect(client.runTrial(question)).rejects.toMatchObject({ code: 'VITRIAL_NO_EVALS' })

  project.newRun(() => undefined)
  expect(await client.runTrial(question)).toEqual(run)
})

test('checks and announces the work once when a test is the first to ask', async () => {
  const announced: (readonly string[])[] = []
  const { client, project } = await connect({ run: () => Promise.resolve(run) })
  project.newRun((_host, trialIds) => announced.push(trialIds))

  await Promise.all([client.runTrial(question), client.runTrial(question)])

  expect(announced).toEqual([[]])
})

test('starts nothing, and announces nothing, when a run is cancelled while it is prepared', async () => {
  const started: (readonly string[])[] = []
  const announced: unknown[] = []
  const { project } = await connect({
    opening: async () => {
      project.cancel('bailed')
    },
    start: (trialIds) => void started.push(trialIds),
  })
  const cancelled = project.newRun((_host, trialIds) => announced.push(trialIds))
  await expect(cancelled.begin([run.trialId])).rejects.toThrow(new CancelledError('bailed'))
  expect([started, announced]).toEqual([[], []])
})

test('fails what is asked for if the machine lacks something', async () => {
  const lacking = new BenchmarkError('VITRIAL_OPENCODE_MISSING', 'OpenCode is not installed.')
  const { client } = await connect({
    opening: () => Promise.reject(lacking),
    run: () => Promise.resolve(run),
  })

  await expect(client.runTrial(question)).rejects.toMatchObject({ code: 'VITRIAL_OPENCODE_MISSING' })
})

test('refuses what is asked outside of a run', async () => {
  const { client } = await connectOutsideRun({ run: () => Promise.resolve(run) })
  await expect(client.runTrial(question)).rejects.toMatchObject({
    code: 'VITRIAL_CHANNEL_PROTOCOL',
    message: expect.stringContaining('A worker of project "evals" asked while Vitest runs no tests of it.'),
  })
})

test('says why where an answer cannot be sent', async () => {
  const { client } = await connect({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a fault of the host might give
    run: () => Promise.resolve({ ...run, detail: () => 'no copy of this' } as unknown as RunSummary),
  })
  await expect(client.runTrial(question)).rejects.toMatchObject({
    code: 'VITRIAL_INFRA_INTERNAL',
    message: expect.stringContaining('could not be cloned'),
  })
})

test("ends the host's wait when the worker aborts or is gone", async () => {
  const waits: AbortSignal[] = []
  const { client, server } = await connect({
    run: (_attempt, signal) =>
      new Promise((_resolve, reject) => {
        if (!signal) return
        waits.push(signal)
        signal.addEventListener('abort', () => reject(new CancelledError('no one waits')))
      }),
  })
  const controller = new AbortController()

  const asked = client.runTrial(question, controller.signal)
  await expect.poll(() => waits.length).toBe(1)
  controller.abort()
  await expect(asked).rejects.toThrow(new CancelledError('no one waits'))

  void client.runTrial(question)
  await expect.poll(() => waits.length).toBe(2)
  server.close()
  expect(waits.map(({ aborted }) => aborted)).toEqual([true, true])
})

test('says on both ends when versions differ', async () => {
  const { client, server } = await connect({ run: () => new Promise(() => undefined) })
  const answers: unknown[] = []
  const strict = new ChannelServer((await connect({})).project, (response) => answers.push(response))

  strict.receive({ vitrial: 99, id: 7 })
  expect(answers).toMatchObject([{ id: 7, type: 'error', error: { code: 'VITRIAL_CHANNEL_PROTOCOL' } }])

  const asked = client.runTrial(question)
  client.receive({ vitrial: 99, id: 1 })
  await expect(asked).rejects.toMatchObject({ code: 'VITRIAL_CHANNEL_PROTOCOL' })
  server.close()
})
