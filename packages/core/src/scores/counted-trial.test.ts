import { expect, test } from 'vitest'
import { countedTrial, machineInputs } from './counted-trial.ts'
import type { InputsToday } from '../inputs/inputs-today.ts'
import { trialRecord } from '../records/trial-record.fixture.ts'

const components = { prompt: 'p1', agentVersion: '1' }
const judge = { rubric: 'r1' }

function recorded(): ReturnType<typeof trialRecord> {
  const record = trialRecord({ values: { asked: 1 } })
  return {
    ...record,
    ...(record.evalRun && { evalRun: { ...record.evalRun, candidateInputs: components } }),
    ...(record.judgeRun && { judgeRun: { ...record.judgeRun, judgeInputs: judge } }),
  }
}

function today(candidate: object, judged: object | undefined = judge): InputsToday {
  return {
    candidate: { fingerprint: 'c', components: { ...candidate } },
    judge: judged && { fingerprint: 'j', components: { ...judged } },
  }
}

test.each<[string, InputsToday | undefined, 'run' | 'judgment' | undefined]>([
  ['the same inputs', today(components), undefined],
  ['a changed prompt', today({ ...components, prompt: 'p2' }), 'run'],
  ['a new input', today({ ...components, prepare: 'x' }), 'run'],
  ['an input that is gone', today({ agentVersion: '1' }), 'run'],
  ['a changed agent', today({ ...components, agentVersion: '2' }), 'run'],
  ['a changed rubric', today(components, { rubric: 'r2' }), 'judgment'],
  ['both changed', today({ ...components, prompt: 'p2' }, { rubric: 'r2' }), 'run'],
  ['no judge any more', { ...today(components), judge: undefined }, undefined],
  ['inputs that are not known', undefined, undefined],
])('with %s', (_, inputs, outdated) => {
  expect(countedTrial(recorded(), inputs).outdated).toBe(outdated)
})

test('what only a machine can tell is left out if asked for', () => {
  const upgraded = today({ ...components, agentVersion: '2', image: 'x', contained: 'y' })
  expect(countedTrial(recorded(), upgraded, machineInputs).outdated).toBeUndefined()
  const edited = today({ ...components, agentVersion: '2', prompt: 'p2' })
  expect(countedTrial(recorded(), edited, machineInputs).outdated).toBe('run')
})

test('a trial that has not run is not outdated', () => {
  const { trial } = recorded()
  expect(countedTrial({ trial }, today({ ...components, prompt: 'p2' }))).toEqual({ trial })
})
