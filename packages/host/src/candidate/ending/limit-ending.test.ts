import { InfrastructureError, LimitReachedError } from '@vitrial/core/errors'
import type { HitLimit } from '@vitrial/core/limits'
import type { NewEvent } from '@vitrial/core/recording'
import { expect, test } from 'vitest'
import { endingOfFiles, endingUnderLimits } from './limit-ending.ts'
import type { RunEnding } from './run-ending.ts'

const quiet = new AbortController().signal
const refused: HitLimit = { limit: 'processes', detail: 'It was refused a process.' }
const broken = new LimitReachedError('bytes', 'It wrote more than 50 MiB.')

interface Given {
  readonly hits?: readonly HitLimit[]
  readonly limitReached?: AbortSignal
  readonly lost?: AbortSignal
  readonly output?: AbortSignal
  readonly signal?: AbortSignal
}

async function endingOf(ending: RunEnding, given: Given): Promise<{ ending: RunEnding; events: NewEvent[] }> {
  const events: NewEvent[] = []
  const { hits = [], limitReached = quiet, lost = quiet, output = quiet, signal = quiet } = given
  const sandbox = { lost, limitReached, hitLimits: async () => hits }
  const recording = { emit: (event: NewEvent) => void events.push(event), limitReached: output }
  return { ending: await endingUnderLimits(ending, { sandbox, recording, signal }), events }
}

test('leaves the ending of a run that kept to its limits alone', async () => {
  const completed: RunEnding = { state: 'completed', response: 'Done.' }
  expect(await endingOf(completed, {})).toEqual({ ending: completed, events: [] })
})

test.each(['completed', 'cancelled', 'agent_failed'] as const)(
  'ends a run that broke a limit as failed by it, though it looked %s',
  async (state) => {
    const hits: HitLimit[] = [{ limit: 'bytes', detail: 'It wrote more than 50 MiB.' }]
    const { ending, events } = await endingOf({ state }, { hits, limitReached: AbortSignal.abort(broken) })
    expect(ending).toMatchObject({ state: 'agent_failed', error: { code: 'VITRIAL_LIMIT_REACHED' } })
    expect(events).toEqual([{ session: '', source: 'host', kind: 'limit_reached', body: hits[0] }])
  },
)

test('ends a run that gave too much to record as failed by it', async () => {
  const output = AbortSignal.abort(new LimitReachedError('output', 'Too much.'))
  const { ending, events } = await endingOf({ state: 'cancelled' }, { output })
  expect(ending).toMatchObject({
    state: 'agent_failed',
    error: { code: 'VITRIAL_LIMIT_REACHED', message: 'Too much.' },
  })
  expect(events).toMatchObject([{ kind: 'limit_reached', body: { limit: 'output', detail: 'Too much.' } }])
})

test('lets a refused process explain a failure, and make none', async () => {
  const hits = [refused]
  const completed = await endingOf({ state: 'completed' }, { hits })
  expect(completed.ending).toEqual({ state: 'completed' })
  expect(completed.events).toHaveLength(1)

  const crashed = await endingOf({ state: 'agent_failed', detail: 'It crashed.' }, { hits })
  expect(crashed.ending).toMatchObject({
    state: 'agent_failed',
    error: { code: 'VITRIAL_LIMIT_REACHED' },
    detail: expect.stringMatching(/"processes".*It crashed/),
  })
})

test('lets a limit that the harness saw explain itself', async () => {
  const failed: RunEnding = {
    state: 'agent_failed',
    error: { code: 'VITRIAL_LIMIT_REACHED', message: 'Too much.' },
  }
  expect((await endingOf(failed, { hits: [refused] })).ending).toBe(failed)
})

test.each([
  ['VITRIAL_INFRA_HARNESS_START', 'agent_failed'],
  ['VITRIAL_INFRA_ENGINE', 'agent_failed'],
  ['VITRIAL_INFRA_PROVIDER', 'infra_failed'],
  ['VITRIAL_INFRA_RECORDING', 'infra_failed'],
  ['VITRIAL_INFRA_INTERNAL', 'infra_failed'],
] as const)('where a process was refused, %s ends a run as %s', async (code, state) => {
  const failed: RunEnding = { state: 'infra_failed', error: { code, message: 'It failed.' } }
  const { ending } = await endingOf(failed, { hits: [refused] })
  expect(ending.state).toBe(state)
  if (state === 'infra_failed') expect(ending).toEqual(failed)
})

test('blames no limit where the sandbox was lost or a person cancelled', async () => {
  const hits = [refused]
  const lost = AbortSignal.abort(new InfrastructureError('VITRIAL_INFRA_SANDBOX_LOST', 'Lost.'))
  const infra: RunEnding = { state: 'infra_failed' }
  expect(await endingOf(infra, { hits, lost })).toEqual({ ending: infra, events: [] })
  const cancelled: RunEnding = { state: 'cancelled' }
  const signal = AbortSignal.abort(new Error('enough'))
  const given = { hits, signal, limitReached: AbortSignal.abort(broken) }
  expect(await endingOf(cancelled, given)).toEqual({ ending: cancelled, events: [] })
})

test.each([
  ['completed', 'agent_failed'],
  ['timed_out', 'agent_failed'],
  ['agent_failed', 'agent_failed'],
  ['cancelled', 'cancelled'],
  ['infra_failed', 'infra_failed'],
] as const)('too many files to collect end a run that had %s as %s, and are recorded', (state, ended) => {
  const events: NewEvent[] = []
  const recording = { emit: (event: NewEvent) => void events.push(event) }
  const ending = endingOfFiles({ state, response: 'Done.' }, broken, recording)
  expect(ending).toMatchObject({ state: ended, response: 'Done.' })
  expect(ending.error?.code).toBe(
    state === ended && state !== 'agent_failed' ? undefined : 'VITRIAL_LIMIT_REACHED',
  )
  expect(events).toMatchObject([{ kind: 'limit_reached', body: { limit: 'bytes' } }])
})
